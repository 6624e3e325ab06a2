import {
  runToCompletion,
  type Finished,
  type SpawnOptions,
} from '../../test-bed/marketplace-process.ts';
import { databaseSettings } from './databases.ts';
import { withSlot } from './process-slots.ts';

/** Runs a command to its end, with the database of its data folder. */
export const runMarketplace = (
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Finished> =>
  withSlot(async () => {
    const env = { ...(await databaseSettings(args)), ...options.env };
    return runToCompletion(args, { ...options, env });
  });
