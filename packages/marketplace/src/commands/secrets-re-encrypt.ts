import { Command } from 'commander';
import { DEFAULT_DATA } from '../config/config.ts';
import { requireDatabase, withStore } from './with-store.ts';

async function reEncrypt(options: { data?: string }): Promise<void> {
  const data = requireDatabase(options.data ?? DEFAULT_DATA);
  const count = await withStore(data, { sealing: true }, ({ store }) => store.secrets.reseal());
  process.stderr.write(
    `${count} secrets are encrypted with the newest key; older ones can be taken out of MKT_ENCRYPTION_KEY.\n`,
  );
}

export function secretsCommand(): Command {
  const command = new Command('re-encrypt')
    .description('Encrypt every secret with the newest key of MKT_ENCRYPTION_KEY.')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .action(reEncrypt);
  return new Command('secrets').addCommand(command);
}
