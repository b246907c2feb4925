/** One line on standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
