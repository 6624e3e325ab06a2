// What npm start prints: progress on stderr, results on stdout. Imports nothing but Node.
const { FORCE_COLOR = '', NO_COLOR = '' } = process.env;
const isColoured =
  NO_COLOR === '' && (FORCE_COLOR === '' ? process.stderr.isTTY === true : FORCE_COLOR !== '0');

const paint = (code, text) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
export const dim = (text) => paint(2, text);

const NAME_WIDTH = 17;
const LINE_WIDTH = 60;

/** One line with what was done. */
export function done(name, text) {
  process.stderr.write(`${paint(32, '✔')} ${name.padEnd(NAME_WIDTH)}${text}\n`);
}

/** The same, with the time that it took. */
export function doneSince(startedAt, text) {
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  process.stderr.write(`${paint(32, '✔')} ${text.padEnd(LINE_WIDTH)}${dim(time.padStart(7))}\n`);
}

/** Shown on a terminal while something takes time; answers what takes it away again. */
export function underWay(text) {
  if (!process.stderr.isTTY) return () => {};
  process.stderr.write(dim(`  ${text} …`));
  return () => process.stderr.write('\r\u001b[2K');
}

export const result = (text) => process.stdout.write(`${text}\n`);

/** Errors that were foreseen: ours, the client's and the command line's, the system's. */
const isForeseen = (error) =>
  error instanceof Error && ['lines', 'type', 'code'].some((field) => field in error);

/** The sentence, and what the program that failed said last. */
export function failed(error) {
  const text = isForeseen(error) ? error.message : (error?.stack ?? String(error));
  process.stderr.write(`${paint(31, '✖')} ${text}\n`);
  for (const line of error?.lines ?? []) process.stderr.write(dim(`    ${line}\n`));
}
