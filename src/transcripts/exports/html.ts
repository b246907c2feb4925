import { createHash } from 'node:crypto';
import { FATES, type Fate } from '../../engine/decision';
import type { ExportFacts, ExportItem } from './exportItem';
import { messageHtml } from './htmlMessage';
import { HTML_STYLE } from './htmlStyle';
import { escaped } from './htmlText';
import { grouped } from './words';

/** One drawing for each fate, in a square of 16: a whole, one cut through, folded lines, a cross, many into one. */
const ICONS: Readonly<Record<Fate, string>> = {
  kept: '<circle cx="8" cy="8" r="5.5"/><path d="m5.5 8 2 2 3-4"/>',
  truncated: '<path d="M3 3v10M13 3v10M3 8h3M10 8h3M8 5v1M8 10v1"/>',
  compacted: '<path d="M3 4h10M5 8h6M7 12h2"/>',
  pruned: '<path d="m4 4 8 8M12 4l-8 8"/>',
  summarized: '<path d="M12 3H4l5 5-5 5h8"/>',
};

const FATE_MEANINGS: Readonly<Record<Fate, string>> = {
  kept: 'in the context as it is',
  truncated: 'cut to its beginning and end',
  compacted: 'replaced by a note and a pointer',
  pruned: 'out of the context',
  summarized: 'out of the context, a summary stands for it',
};

/**
 * A session as one page that needs nothing else: no script, nothing that is fetched, and a policy that would stop both.
 * What comes from the session is text throughout; of its images only plain bitmaps are shown.
 */
export function* html(items: Iterable<ExportItem>): Generator<string> {
  for (const item of items) {
    switch (item.type) {
      case 'session':
        yield opening(item.facts);
        break;
      case 'section':
        yield `<h2>${item.scope === 'history' ? 'History' : 'Context, as the model reads it'}</h2>\n`;
        break;
      case 'message':
        yield* messageHtml(item.entry);
        break;
      case 'decision': {
        const { title, text } = item.decision;
        yield `<div class="decision" role="note"><strong>${escaped(title)}</strong>`;
        if (text !== null)
          yield `<details><summary>What stands for it</summary><pre dir="auto">${escaped(text)}</pre></details>`;
        yield '</div>\n';
        break;
      }
      case 'record':
        break;
    }
  }
  yield '</main>\n</body>\n</html>\n';
}

function opening(facts: ExportFacts): string {
  const styleHash = createHash('sha256').update(HTML_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(facts.title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<svg width="0" height="0" aria-hidden="true">${FATES.map(symbol).join('')}</svg>
<header>
<h1 dir="auto">${escaped(facts.title)}</h1>
<p class="facts">${factWords(facts).map(escaped).join(' · ')}</p>
<ul class="legend" aria-label="What became of the messages">
${FATES.map((fate) => legendLine(fate, facts.fates[fate])).join('\n')}
</ul>
</header>
<main>
`;
}

function symbol(fate: Fate): string {
  return `<symbol id="fate-${fate}" viewBox="0 0 16 16">${ICONS[fate]}</symbol>`;
}

function factWords({ format, model, call, window, originalTokens, contextTokens }: ExportFacts): string[] {
  return [
    ...(model === '' ? [] : [model]),
    format,
    ...(call === null ? [] : [`as it was at call ${String(call)}`]),
    `${grouped(contextTokens)} of ${grouped(originalTokens)} tokens in the context`,
    `window ${grouped(window)} tokens`,
  ];
}

function legendLine(fate: Fate, count: number): string {
  const icon = `<svg class="icon" aria-hidden="true"><use href="#fate-${fate}"/></svg>`;
  const meaning = `<span class="note">${grouped(count)} ${FATE_MEANINGS[fate]}</span>`;
  return `<li><span class="fate ${fate}">${icon}${fate}</span> ${meaning}</li>`;
}
