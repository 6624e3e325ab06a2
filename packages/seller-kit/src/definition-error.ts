/** Thrown by `defineService` for a definition that cannot be served. */
export class DefinitionError extends Error {
  /** One sentence per problem, each starting with the field. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`defineService:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}
