import { FATES } from '../engine/decision';
import { oneLine } from './terminalText';
import type { CallReport, DecisionReport, ReplayReport } from './replayReport';

/** Problems shown; the JSON report has all. */
const SHOWN_PROBLEMS = 10;

/** The report for people: a summary, then a row for each call before which something was decided. */
export function replayTable(report: ReplayReport): string {
  const decided = report.calls.filter(({ decisions, tooLarge }) => decisions.length > 0 || tooLarge !== null);
  return [
    report.title,
    `${report.format}, ${report.model ?? 'unknown model'}, window ${number(report.window)}, reserve ${number(report.reserve)}`,
    '',
    `messages  ${number(report.messages)} in ${number(report.calls.length - 1)} calls`,
    `fates     ${FATES.map((fate) => `${fate} ${number(report.fates[fate])}`).join(', ')}`,
    `tokens    ${number(report.tokens.original)} → ${number(report.tokens.context)} (${report.tokens.counted})`,
    `time      read ${ms(report.timings.readMs)}, load counter ${ms(report.timings.loadMs)}, replay ${ms(report.timings.replayMs)}`,
    '',
    ...table(decided),
    ...(report.tooLarge === null ? [] : ['', `Too large: ${report.tooLarge}`]),
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    ...problemLines(report),
    '',
  ]
    .map(oneLine)
    .join('\n');
}

function table(calls: readonly CallReport[]): readonly string[] {
  if (calls.length === 0) return ['No call needed compression.'];
  const rows = calls.map(({ call, historyLength, inputTokensBefore, inputTokensAfter, decisions, tooLarge }) => [
    String(call),
    number(historyLength),
    number(inputTokensBefore),
    number(inputTokensAfter),
    decisions.map(decisionWords).join('; ') + (tooLarge === null ? '' : ' (too large)'),
  ]);
  const header = ['call', 'messages', 'before', 'after', 'decisions'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column < 4 ? cell.padStart(widths[column] ?? 0) : cell)).join('  ');
  return [line(header), ...rows.map(line)];
}

function decisionWords({ layer, strategy, messages }: DecisionReport): string {
  return `layer ${layer} ${strategy} ${messages.length}`;
}

function problemLines({ problems }: ReplayReport): readonly string[] {
  if (problems.length === 0) return [];
  const shown = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ severity, line, reason }) => `  ${severity}, line ${line}: ${reason}`);
  const left = problems.length - shown.length;
  return [
    '',
    `Problems of the file: ${problems.length}`,
    ...shown,
    ...(left > 0 ? [`  and ${left} more (--json)`] : []),
  ];
}

const digits = new Intl.NumberFormat('en-US');

function number(value: number): string {
  return digits.format(value).replaceAll(',', ' ');
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
