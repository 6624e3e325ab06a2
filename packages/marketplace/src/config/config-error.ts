/** What is wrong with the flags or the environment, in one sentence with the way out. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}
