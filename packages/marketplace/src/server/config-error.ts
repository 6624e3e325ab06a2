/** An error in the flags or the environment: one sentence that says what to do. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Another running marketplace uses the data folder. */
export class DataFolderInUse extends ConfigError {
  readonly folder: string;

  constructor(folder: string) {
    super(
      `Another running marketplace is using the data folder ${folder}. Stop it, or choose another folder with --data.`,
    );
    this.folder = folder;
  }
}
