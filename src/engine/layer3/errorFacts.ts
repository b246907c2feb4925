/** Error messages and error codes in a text. */

/** Cheap marks of an error; what stands around one is then looked at more closely. */
const MARK =
  /[Ee]rror|ERR|[Ee]xception|[Ff]atal|FATAL|[Pp]anic|\bE[A-Z_]{3,15}\b|\b(?:TS|CS|MSB|LNK|E0|ORA-)\d|SQLSTATE|[Ee]xit (?:code|status)|exited with|HTTP|[Ss]tatus/g;

/** Characters looked at before and after a mark. */
const BEFORE = 120;
const AFTER = 240;

/** Places looked at in one text: a log with more of them repeats itself. */
const MOST_PLACES = 5_000;

/** Longest message kept; what follows is detail. */
const LONGEST_MESSAGE = 140;

/** `SomethingError: what happened`, `error TS2345: …`, `error[E0308]: …`, `fatal: …`, `panic: …`. */
const MESSAGE =
  /(?:\b[A-Z][A-Za-z0-9]{0,60}(?:Error|Exception)|\b(?:[Ee]rror|ERROR|[Ff]atal|FATAL|panic)(?: [A-Z]{1,6}\d{2,5}|\[\w{1,12}\])?)(?: \[\w{1,40}\])?: {0,2}[^\s:{}()|;][^\n]{4,}/;

/** What the C library and Node call the failures that people meet. */
const ERRNO =
  'E(?:ACCES|ADDRINUSE|AGAIN|BADF|BUSY|CONN(?:REFUSED|RESET|ABORTED)|EXIST|FBIG|HOSTUNREACH|INVAL|IO|ISDIR|LOOP|MFILE|' +
  'NAMETOOLONG|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|NOTSUP|PERM|PIPE|RANGE|ROFS|TIMEDOUT|XDEV|' +
  'RESOLVE|LIFECYCLE|INTEGRITY|AI_AGAIN)';

/** Codes and names that mean something alone. */
const CODE = new RegExp(
  [
    String.raw`\b[A-Z][A-Za-z0-9]{0,60}(?:Error|Exception)\b`,
    String.raw`\b${ERRNO}\b`,
    String.raw`\bERR_[A-Z][A-Z_]{2,50}\b`,
    String.raw`\b(?:TS|CS|MSB|LNK)\d{4,5}\b|\bE0\d{3}\b|\bORA-\d{5}\b|\bSQLSTATE[ [:]{1,3}\w{5}\b`,
    String.raw`\b[Ee]xit (?:code|status):? [1-9]\d{0,2}\b|\bexited with(?: code)? [1-9]\d{0,2}\b`,
    String.raw`\b(?:HTTP(?:\/\d(?:\.\d)?)?|[Ss]tatus(?: code)?:?) [45]\d\d\b`,
  ].join('|'),
  'g',
);

/** `withMessages` is for what was printed; in source code a message is a text nobody has seen yet. */
export function* errorsIn(text: string, withMessages: boolean): Generator<string, void, undefined> {
  let seenUpTo = 0;
  let places = 0;
  for (const { index } of text.matchAll(MARK)) {
    if (index < seenUpTo) continue;
    places += 1;
    if (places > MOST_PLACES) return;
    const from = Math.max(seenUpTo, index - BEFORE);
    const around = text.slice(from, index + AFTER);
    const start = around.lastIndexOf('\n', index - from) + 1;
    const newline = around.indexOf('\n', index - from);
    const line = around.slice(start, newline < 0 ? around.length : newline);
    seenUpTo = from + start + line.length;
    yield* errorsInLine(line, withMessages);
  }
}

function* errorsInLine(line: string, withMessages: boolean): Generator<string, void, undefined> {
  const message = withMessages ? MESSAGE.exec(line)?.[0] : undefined;
  const shown = message === undefined ? '' : cut(message);
  if (shown !== '') yield shown;
  for (const [code] of line.matchAll(CODE)) {
    if (!shown.includes(code)) yield code;
  }
}

function cut(message: string): string {
  const whole = message.trimEnd();
  if (whole.length <= LONGEST_MESSAGE) return whole;
  const start = whole.slice(0, LONGEST_MESSAGE);
  const space = start.lastIndexOf(' ');
  return space > LONGEST_MESSAGE / 2 ? start.slice(0, space) : start.toWellFormed().replace(/\uFFFD$/, '');
}
