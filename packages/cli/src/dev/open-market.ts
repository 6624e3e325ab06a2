import { join } from 'node:path';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { importOptional } from '../store/optional-package.ts';
import { createFolder, keepOutOfGit } from '../store/files.ts';
import { isAnothers } from '../store/owner.ts';
import { findDevKey } from '../store/dev-key.ts';
import { portInUse } from './find-service.ts';

/** A variable, so that the code compiles where the optional package is missing. */
const MARKETPLACE: string = '@mkt/marketplace';

/** A request that the marketplace has refused. */
export interface Refusal {
  method: string;
  path: string;
  type: string;
  message: string;
  details: readonly { path: string; message: string }[];
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The part of the running marketplace that is used here. */
export interface Market {
  url: string;
  devApiKey: string;
  /** An address that signs a browser in, once, within 5 minutes. */
  createDashboardUrl(): string;
  close(): Promise<void>;
}

/** The part of @mkt/marketplace that is used here. */
interface Package {
  readConfig(flags: object, environment: object, nodeEnv: undefined): object;
  readEnvironment(variables: object): object;
  openMarketplace(options: {
    config: object;
    log: Log;
    onRefusal(refusal: Refusal): void;
  }): Promise<Market>;
}

export interface MarketOptions {
  folder: string;
  /** 0 takes any free port. */
  port: number;
  onRefusal(refusal: Refusal): void;
  onProblem(message: string): void;
}

const DATA = '.mkt';

/**
 * Opens a marketplace in dev mode in this process, with its data in `.mkt`. The environment is not
 * read: it may be that of a marketplace in production.
 */
export async function openMarket({
  folder,
  port,
  onRefusal,
  onProblem,
}: MarketOptions): Promise<Market> {
  const { openMarketplace, readConfig, readEnvironment } = await importOptional<Package>(
    MARKETPLACE,
    { folder },
  );
  const data = join(folder, DATA);
  await createFolder(data, 'The marketplace keeps its data there');
  if (isAnothers(data)) {
    throw new CliError(
      'invalid_usage',
      `The marketplace of ${data} is not used: it belongs to another user, who may know its keys.`,
      { next: 'Work in a folder of your own, or remove that one.' },
    );
  }
  await keepOutOfGit(data);
  const log: Log = {
    info() {},
    warn: (fields, message) => onProblem(problemOf(fields, message)),
    error: (fields, message) => onProblem(problemOf(fields, message)),
  };
  const config = readConfig({ dev: true, port, data }, readEnvironment({}), undefined);
  try {
    return await openMarketplace({ config, log, onRefusal });
  } catch (error) {
    throw await explained(error, { port, folder });
  }
}

/** What the marketplace has logged, with the error behind it. */
export function problemOf(fields: object, message: string): string {
  const { err } = fields as { err?: unknown };
  return err instanceof Error && err.message !== '' ? `${message}: ${err.message}` : message;
}

async function explained(
  error: unknown,
  { port, folder }: { port: number; folder: string },
): Promise<unknown> {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new CliError('port_in_use', await portInUse(port), {
        next: `Stop it, or choose another port for the marketplace: mkt dev --port ${port + 1}`,
        cause: error,
      });
    case 'EACCES':
      return new CliError('port_in_use', `This user is not allowed to use port ${port}.`, {
        next: 'Choose another one: mkt dev --port 8787',
        cause: error,
      });
  }
  if (!(error instanceof Error && error.name === 'ConfigError')) return error;
  if (!error.message.includes('Another running marketplace')) {
    return new CliError('invalid_usage', error.message, { cause: error });
  }
  const found = await findDevKey(folder);
  const address = found?.kind === 'found' ? found.baseUrl : undefined;
  const where = address === undefined ? '' : `, at ${address}`;
  return new CliError('invalid_usage', `A marketplace already runs in this folder${where}.`, {
    next: 'Publish to it: mkt publish. Or stop that mkt dev or mkt marketplace first.',
    cause: error,
  });
}
