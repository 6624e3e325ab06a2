/** What went wrong in one sentence, with the last lines of the program that it happened to. */
export class DemoError extends Error {
  name = 'DemoError';

  constructor(message, { lines = [], cause } = {}) {
    super(message, { cause });
    this.lines = lines;
  }
}
