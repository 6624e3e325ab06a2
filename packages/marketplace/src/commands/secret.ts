import { Command } from 'commander';
import { counted } from './print.ts';
import {
  addDatabaseOptions,
  requireDatabase,
  withStore,
  type DatabaseLocation,
} from './open-database.ts';

async function reEncrypt(options: DatabaseLocation): Promise<void> {
  const count = await withStore(requireDatabase(options), { sealing: true }, ({ store }) =>
    store.secrets.reseal(),
  );
  process.stderr.write(
    `${counted(count, 'secret')} ${count === 1 ? 'is' : 'are'} now encrypted with the newest key. You can remove the older keys from MKT_ENCRYPTION_KEY.\n`,
  );
}

export function secretsCommand(): Command {
  const command = addDatabaseOptions(new Command('re-encrypt'))
    .description('Encrypt every secret with the newest key of MKT_ENCRYPTION_KEY.')
    .action(reEncrypt);
  return new Command('secrets').addCommand(command);
}
