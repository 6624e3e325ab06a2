// What `npm start` prints: progress on stderr, results on stdout. Imports nothing but Node.
const { FORCE_COLOR = '', NO_COLOR = '' } = process.env;
const isColored =
  NO_COLOR === '' && (FORCE_COLOR === '' ? process.stderr.isTTY : FORCE_COLOR !== '0');

const paint = (code, text) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text);
const dim = (text) => paint(2, text);

const NAME_WIDTH = 17;
const LINE_WIDTH = 60;

/** A failure with a message for people. */
export class DemoError extends Error {
  name = 'DemoError';
}

/** Prints a line for a step that has succeeded. */
export function done(name, text) {
  process.stderr.write(`${paint(32, '✔')} ${name.padEnd(NAME_WIDTH)}${text}\n`);
}

/** The same with the time that the step took. */
export function doneSince(startedAt, text) {
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  process.stderr.write(`${paint(32, '✔')} ${text.padEnd(LINE_WIDTH)}${dim(time.padStart(7))}\n`);
}

/** Shows a line while a step runs, on a terminal only. Returns a function that removes it. */
export function progress(text) {
  if (!process.stderr.isTTY) return () => {};
  process.stderr.write(dim(`  ${text} …`));
  return () => process.stderr.write('\r\u001b[2K');
}

export const result = (text) => process.stdout.write(`${text}\n`);

/** A problem that a server logs while it runs. */
export function logged(level, fields, message) {
  const cause = fields.err instanceof Error ? `: ${fields.err.message}` : '';
  process.stderr.write(`${paint(level === 'error' ? 31 : 33, '!')} ${message}${cause}\n`);
}

/** Errors that have a sentence for people: ours, the marketplace's, the client's, the system's. */
const isExpected = (error) =>
  error instanceof Error &&
  (['DemoError', 'ConfigError'].includes(error.name) || 'type' in error || 'code' in error);

/** Prints why the program ends: the sentence of an expected error, the stack of any other. */
export function failed(error) {
  const text = isExpected(error) ? error.message : (error?.stack ?? String(error));
  process.stderr.write(`${paint(31, '✖')} ${text}\n`);
}
