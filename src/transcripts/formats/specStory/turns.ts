import { FenceTracker, type TextLine } from '../../textLines';

/** What one side said, up to where the next begins. */
export interface Turn {
  readonly speaker: 'user' | 'agent';
  readonly isSidechain: boolean;
  readonly model: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null;
  readonly head: TextLine;
  /** Without the rule that parts it from the next. */
  readonly lines: readonly TextLine[];
}

export interface SessionTurns {
  /** Null where the heading is only a date. */
  readonly title: string | null;
  readonly turns: readonly Turn[];
}

/** Stands above each turn. */
export const HEAD =
  /^_\*\*(User|Agent|Assistant)(?:: [^(*]+?)?( - sidechain)?(?: \(([^)*]*)\))?( \(sidechain\))?\*\*_\s*$/;

/** Stands at the start of each session. */
const SESSION = /^<!-- .{1,60} Session [\w-]{4,80}(?: \([^)]*\))? -->\s*$/;

const DATE = /\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?Z?/;

interface OpenTurn extends Turn {
  readonly lines: TextLine[];
}

/** The sessions of a file, each with its turns. */
export function readTurns(lines: readonly TextLine[]): readonly SessionTurns[] {
  const reader = new TurnReader();
  for (const line of lines) reader.add(line);
  return reader.finish();
}

class TurnReader {
  private readonly sessions: { title: string | null; turns: OpenTurn[]; isNamed: boolean }[] = [];
  private readonly fences = new FenceTracker();
  private turn: OpenTurn | null = null;
  private title: string | null = null;
  /** Whether heads of the file say when: then one that does not is quoted. */
  private isDated: boolean | null = null;
  private newest = 0;
  private before = '';
  private beforeBlank = '';

  add(line: TextLine): void {
    const { text } = line;
    if (this.before === '' && this.isHead(text)) this.startTurn(line);
    else if (!this.fences.isOpen && this.before === '' && SESSION.test(text)) this.startSession();
    else if (this.turn === null) {
      if (text.startsWith('# ')) this.title = titleOf(text.slice(2));
    } else {
      this.turn.lines.push(line);
      this.fences.next(text);
    }
    this.before = text.trim();
    if (this.before !== '') this.beforeBlank = this.before;
  }

  finish(): readonly SessionTurns[] {
    this.endTurn();
    for (const session of this.sessions) session.title ??= this.title;
    return this.sessions.map(({ title, turns }) => ({ title, turns }));
  }

  /** What an agent read or wrote may hold heads too, and what a tool said may open a fence that never closes. */
  private isHead(text: string): boolean {
    const match = HEAD.exec(text);
    if (match === null) return false;
    const at = dateOf(match[3] ?? '');
    this.isDated ??= at !== null;
    if (this.isDated && at === null && match[1] !== 'Assistant')
      return !this.fences.isOpen && this.beforeBlank === '---';
    if (!this.fences.isOpen) return true;
    return at === null ? this.beforeBlank === '---' : at >= this.newest;
  }

  private startTurn(head: TextLine): void {
    this.endTurn();
    const [, speaker, sidechain, details = '', otherSidechain] = HEAD.exec(head.text) ?? [];
    const createdAt = dateOf(details);
    this.newest = Math.max(this.newest, createdAt ?? 0);
    this.turn = {
      speaker: speaker === 'User' ? 'user' : 'agent',
      isSidechain: (sidechain ?? otherSidechain) !== undefined,
      model: modelOf(details),
      createdAt,
      head,
      lines: [],
    };
    if (this.sessions.length === 0) this.sessions.push({ title: this.title, turns: [], isNamed: false });
    this.sessions.at(-1)?.turns.push(this.turn);
  }

  private endTurn(): void {
    this.fences.close();
    const lines = this.turn?.lines ?? [];
    this.turn = null;
    while (lines.at(-1)?.text.trim() === '') lines.pop();
    if (lines.at(-1)?.text.trim() === '---') lines.pop();
  }

  private startSession(): void {
    this.endTurn();
    this.sessions.push({ title: this.title, turns: [], isNamed: true });
    this.title = null;
  }
}

/** Null for a heading that only says when. */
function titleOf(heading: string): string | null {
  const words = heading.replace(new RegExp(`\\(?${DATE.source}\\)?`), '').trim();
  return words === '' ? null : words;
}

function dateOf(details: string): number | null {
  const [found] = DATE.exec(details) ?? [];
  const time = Date.parse((found ?? '').replace(' ', 'T').replace(/Z?$/, 'Z'));
  return Number.isNaN(time) ? null : time;
}

/** As `gpt-5 2026-01-02 03:04:05Z` and `model gpt-5, mode Agent` say it. */
function modelOf(details: string): string | null {
  const words = details
    .replace(DATE, '')
    .replace(/^model /, '')
    .replace(/,? ?mode .*$/, '')
    .trim();
  return words === '' ? null : words;
}
