/** What is wrong with a definition; thrown by `defineService` before anything is served. */
export class DefinitionError extends Error {
  /** One sentence each, with the field that it is about. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`defineService: ${problems.join('; ')}.`);
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}
