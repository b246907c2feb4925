import type { Finding, PersonalSecrets } from './finding';
import { findSecrets } from './findSecrets';
import { mapTexts } from './mapTexts';

/** Where something will be masked. */
export interface MaskedPlace {
  /** Index of the message in the history; null for what is no message. */
  readonly index: number | null;
  readonly kind: string;
  /** How it begins, and how long it is in characters; never the whole. */
  readonly beginning: string;
  readonly length: number;
}

export interface RedactionReport {
  /** Places by kind, the most first. */
  readonly counts: readonly { readonly kind: string; readonly places: number }[];
  /** The first of them. */
  readonly places: readonly MaskedPlace[];
}

/** Texts are searched together up to this many characters: the search has a cost for each call. */
const BATCH_CHARACTERS = 1 << 20;

/** Stands between the texts of a batch, so that none ends in the next. */
const SEPARATOR = '\n\0\n';

/** Places that are told one by one. */
const LISTED_PLACES = 500;

/** Characters of a secret that are shown at most, and the share of it. */
const SHOWN_CHARACTERS = 4;
const SHOWN_SHARE = 0.25;

/** What is searched for one text of a value. */
interface SearchUnit {
  /** The text, with its key before it where that may say what it is. */
  readonly text: string;
  /** Characters before the text itself, and its length. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Masks secrets in plain values. Each value is first searched with `search`; what was never searched is not masked but
 * refused, so that nothing goes out unseen. The same secret is masked by the same words everywhere.
 */
export class Redaction {
  /** Of every text searched, what is to be masked in it. */
  private readonly found = new Map<string, readonly Finding[]>();
  private readonly names = new Map<string, string>();
  private readonly kinds = new Map<string, number>();
  private readonly counts = new Map<string, number>();
  private readonly places: MaskedPlace[] = [];
  private waiting: { readonly unit: SearchUnit; readonly index: number | null }[] = [];
  private waitingCharacters = 0;

  constructor(private readonly personal: PersonalSecrets) {}

  get report(): RedactionReport {
    const counts = [...this.counts].map(([kind, places]) => ({ kind, places })).sort((a, b) => b.places - a.places);
    return { counts, places: [...this.places] };
  }

  /** Searches a value, now or with a later one; `finish` searches what is left. */
  async search(value: unknown, index: number | null): Promise<void> {
    mapTexts(value, (text, key) => {
      const unit = searchUnit(text, key);
      this.waiting.push({ unit, index });
      this.waitingCharacters += unit.text.length;
      return text;
    });
    if (this.waitingCharacters >= BATCH_CHARACTERS) await this.finish();
  }

  /** Searches what still waits. */
  async finish(): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    this.waitingCharacters = 0;
    const fresh = [...new Set(waiting.map(({ unit }) => unit.text))].filter((text) => !this.found.has(text));
    if (fresh.length > 0) this.keep(fresh, await findSecrets(fresh.join(SEPARATOR), this.personal));
    for (const { unit, index } of waiting) this.note(unit, index);
  }

  /**
   * The value with its secrets masked.
   *
   * @throws Error when any text of it was not searched
   */
  mask<Value>(value: Value): Value {
    return mapTexts(value, (text, key) => {
      const pieces: string[] = [];
      let done = 0;
      for (const { start, end, kind } of this.findingsIn(searchUnit(text, key))) {
        pieces.push(text.slice(done, start), this.nameOf(text.slice(start, end), kind));
        done = end;
      }
      return done === 0 ? text : pieces.join('') + text.slice(done);
    });
  }

  /** @param findings of the texts joined by separators */
  private keep(texts: readonly string[], findings: readonly Finding[]): void {
    let [start, next] = [0, 0];
    for (const text of texts) {
      const own: Finding[] = [];
      const end = start + text.length;
      for (let finding = findings[next]; finding !== undefined && finding.start < end; finding = findings[next]) {
        own.push(...clipped(finding, start, text.length));
        // It may reach into the next text as well.
        if (finding.end > end) break;
        next += 1;
      }
      this.found.set(text, own);
      start = end + SEPARATOR.length;
    }
  }

  private findingsIn({ text, offset, length }: SearchUnit): readonly Finding[] {
    const findings = this.found.get(text);
    if (findings === undefined) throw new Error('A text is to be exported that was not searched for secrets.');
    return findings.flatMap((finding) => clipped(finding, offset, length));
  }

  /** Numbered, so that a reader sees what is the same, and ids stay different. */
  private nameOf(secret: string, kind: string): string {
    const known = this.names.get(secret);
    if (known !== undefined) return known;
    const number = (this.kinds.get(kind) ?? 0) + 1;
    this.kinds.set(kind, number);
    const name = `[redacted: ${kind} ${String(number)}]`;
    this.names.set(secret, name);
    return name;
  }

  private note(unit: SearchUnit, index: number | null): void {
    for (const { start, end, kind } of this.findingsIn(unit)) {
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
      if (this.places.length >= LISTED_PLACES) continue;
      const length = end - start;
      const from = unit.offset + start;
      const shown = Math.min(SHOWN_CHARACTERS, Math.floor(length * SHOWN_SHARE));
      this.places.push({ index, kind, beginning: unit.text.slice(from, from + shown).toWellFormed(), length });
    }
  }
}

function searchUnit(text: string, key: string): SearchUnit {
  const offset = key === '' ? 0 : key.length + 2;
  return { text: key === '' ? text : `${key}="${text}"`, offset, length: text.length };
}

/** The part of a finding that lies in the `length` characters from `offset`, counted from there. */
function clipped({ start, end, kind }: Finding, offset: number, length: number): readonly Finding[] {
  const own = { start: Math.max(0, start - offset), end: Math.min(length, end - offset), kind };
  return own.end > own.start ? [own] : [];
}
