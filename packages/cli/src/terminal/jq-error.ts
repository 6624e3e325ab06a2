/** The filter of `--jq` is not valid, or failed on a document. */
export class JqError extends Error {
  /** False if the filter itself is wrong, which is found before the command does anything. */
  readonly hasRun: boolean;
  /** What can be done to see the document, in one line. */
  readonly next: string | undefined;

  constructor(message: string, facts: { hasRun: boolean; next?: string | undefined }) {
    super(message);
    this.name = 'JqError';
    this.hasRun = facts.hasRun;
    this.next = facts.next;
  }
}
