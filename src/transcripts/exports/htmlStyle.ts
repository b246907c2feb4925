/** The look of an exported page: light, dark and on paper, without anything from elsewhere. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --card: #f6f7f9; --line: #d5d9e0; --text: #1c2128; --quiet: #57606a; --bar: #d5d9e0;
  --kept: #1a6e35; --truncated: #7d4e00; --compacted: #0b5cad; --pruned: #b3261e; --summarized: #6f3fb5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15181d; --card: #1e232a; --line: #39414c; --text: #e4e8ee; --quiet: #a3adb9; --bar: #39414c;
    --kept: #63c881; --truncated: #e3b341; --compacted: #6cb2ff; --pruned: #ff8a80; --summarized: #c6a2ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 62rem; background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .4rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 1rem; font-size: 1.15rem; }
h3 { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; margin: 0; font-size: .9rem; }
.facts, .note, .tokens { color: var(--quiet); font-size: .85rem; }
.facts { margin: 0; }
.tokens { margin-left: auto; font-weight: 400; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin: 1rem 0; padding: 0; list-style: none; }
article { margin: .75rem 0; padding: .7rem .9rem; background: var(--card); border: 1px solid var(--line);
  border-left: .3rem solid var(--fate, var(--line)); border-radius: .4rem; }
.decision { margin: 1rem 0; padding: .6rem .9rem; border: 1px dashed var(--line); border-radius: .4rem; }
.fate { display: inline-flex; gap: .35rem; align-items: center; color: var(--fate); font-weight: 600; }
.icon { width: 1em; height: 1em; fill: none; stroke: currentColor; stroke-width: 1.6; }
.bar { display: block; width: 100%; height: .3rem; margin: .45rem 0 0; }
.bar .whole { fill: var(--bar); } .bar .rest { fill: var(--fate, var(--quiet)); }
.kept { --fate: var(--kept); } .truncated { --fate: var(--truncated); } .compacted { --fate: var(--compacted); }
.pruned { --fate: var(--pruned); } .summarized { --fate: var(--summarized); }
pre { margin: .5rem 0 0; white-space: pre-wrap; font: inherit; }
pre.code { padding: .5rem .7rem; border: 1px solid var(--line); border-radius: .3rem;
  font: .85rem/1.5 ui-monospace, monospace; }
details { margin-top: .5rem; } summary { cursor: pointer; color: var(--quiet); font-size: .85rem; }
:focus-visible { outline: 2px solid var(--compacted); outline-offset: 2px; }
img { display: block; max-width: 100%; max-height: 30rem; margin-top: .5rem; border: 1px solid var(--line); }
@media print {
  :root { --page: #fff; --card: #fff; --line: #999; --text: #000; --quiet: #444; --bar: #ddd;
    --kept: #14532d; --truncated: #6b4300; --compacted: #0a4a8c; --pruned: #8c1d18; --summarized: #52298c; }
  body { max-width: none; padding: 0; font-size: 10pt; print-color-adjust: exact; }
  h3, summary { break-after: avoid; }
  .decision { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
