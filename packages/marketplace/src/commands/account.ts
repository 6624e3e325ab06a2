import { Command } from 'commander';
import { ConfigError } from '../server/config-error.ts';
import type { Store } from '../server/store-domain-store.ts';
import { counted } from './print.ts';
import {
  addDatabaseOptions,
  requireDatabase,
  withStore,
  type DatabaseLocation,
} from './open-database.ts';

async function accountOf({ accounts }: Pick<Store, 'accounts'>, ref: string) {
  const account = await accounts.find(ref);
  if (!account)
    throw new ConfigError(
      `No account has the id or e-mail address ${ref}. mkt-marketplace keys list shows the accounts that have keys.`,
    );
  return account;
}

async function suspend(ref: string, options: DatabaseLocation & { reason: string }): Promise<void> {
  const suspension = await withStore(
    requireDatabase(options),
    { sealing: false },
    async ({ store }) => {
      const { id } = await accountOf(store, ref);
      return store.accounts.suspend(id, options.reason);
    },
  );
  if (!suspension) return;
  const { account, pausedListingIds, settledOrderIds } = suspension;
  process.stderr.write(
    `Suspended ${account.id}. Paused ${counted(pausedListingIds.length, 'listing')}; settled ${counted(settledOrderIds.length, 'waiting order')} as failed (listing_unavailable).\n`,
  );
}

async function resume(ref: string, options: DatabaseLocation): Promise<void> {
  const account = await withStore(
    requireDatabase(options),
    { sealing: false },
    async ({ store }) => {
      const { id } = await accountOf(store, ref);
      return store.accounts.resume(id);
    },
  );
  process.stderr.write(
    `Resumed ${account?.id ?? ref}. Its listings stay paused until their owner publishes them.\n`,
  );
}

export function accountsCommand(): Command {
  const suspending = addDatabaseOptions(new Command('suspend'))
    .description(
      "Refuse an account's requests, pause its listings and settle its waiting orders as failed.",
    )
    .argument('<account>', 'id or e-mail')
    .option(
      '--reason <text>',
      'shown with each of its paused listings',
      'The account is suspended.',
    )
    .action(suspend);
  const resuming = addDatabaseOptions(new Command('resume'))
    .description('Lift a suspension; listings stay paused.')
    .argument('<account>', 'id or e-mail')
    .action(resume);
  return new Command('accounts').addCommand(suspending).addCommand(resuming);
}
