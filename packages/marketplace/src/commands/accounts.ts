import { Command } from 'commander';
import { createLink } from '../accounts/people.ts';
import type { LinkKind } from '../database/tables.ts';
import { LINK_LIFETIME_MS } from '../market/limits.ts';
import { DEFAULT_HOST, DEFAULT_PORT, readEnvironment } from '../server/config.ts';
import type { Store } from '../server/context.ts';
import { ConfigError } from '../server/data-folder.ts';
import { addDatabaseOptions, type DatabaseLocation, withStore } from './open-database.ts';
import { counted } from './words.ts';

export async function accountOf({ accounts }: Pick<Store, 'accounts'>, ref: string) {
  const account = await accounts.find(ref);
  if (!account)
    throw new ConfigError(
      `No account has the id or email address ${ref}. mkt-marketplace keys list shows the accounts that have keys.`,
    );
  return account;
}

/** Refuses an account that was closed: that is final. */
async function openAccountOf(store: Pick<Store, 'accounts'>, ref: string) {
  const account = await accountOf(store, ref);
  if (account.isClosed) throw new ConfigError(`The account ${account.id} is closed.`);
  return account;
}

async function suspend(ref: string, options: DatabaseLocation & { reason: string }): Promise<void> {
  const suspension = await withStore(options, { sealing: false }, async ({ store }) => {
    const { id } = await openAccountOf(store, ref);
    return store.accounts.suspend(id, options.reason, { kind: 'operator' });
  });
  if (!suspension) return;
  const { account, pausedListingIds, settledOrderIds } = suspension;
  process.stderr.write(
    `Suspended ${account.id}. Paused ${counted(pausedListingIds.length, 'listing')}; settled ${counted(settledOrderIds.length, 'waiting order')} as failed (listing_unavailable).\n`,
  );
}

async function resume(ref: string, options: DatabaseLocation): Promise<void> {
  const account = await withStore(options, { sealing: false }, async ({ store }) => {
    const { id } = await openAccountOf(store, ref);
    return store.accounts.resume(id, { kind: 'operator' });
  });
  process.stderr.write(
    `Resumed ${account?.id ?? ref}. Its listings stay paused until their owner publishes them.\n`,
  );
}

async function close(ref: string, options: DatabaseLocation): Promise<void> {
  const closure = await withStore(options, { sealing: false }, async ({ store }) => {
    const { id } = await openAccountOf(store, ref);
    return store.accounts.close({ accountId: id }, { kind: 'operator' });
  });
  if (typeof closure !== 'object') return;
  const { accountId, archivedListingIds, deletedListingIds, settledOrders } = closure;
  const done = [
    `Revoked ${counted(closure.revokedKeys, 'key')}`,
    `deleted ${counted(closure.deletedWebhooks, 'webhook')}`,
    `archived ${counted(archivedListingIds.length, 'listing')} and deleted ${deletedListingIds.length} that were never published`,
    `settled ${counted(settledOrders.length, 'waiting order')} as failed (listing_unavailable)`,
  ];
  process.stderr.write(
    `Closed ${accountId} and erased its people and its profile. ${done.join('; ')}.\n`,
  );
}

export function accountsCommand(): Command {
  const suspending = addDatabaseOptions(new Command('suspend'))
    .description(
      "Refuse an account's requests, pause its listings and settle its waiting orders as failed.",
    )
    .argument('<account>', 'id or email')
    .option(
      '--reason <text>',
      'shown with each of its paused listings',
      'The account is suspended.',
    )
    .action(suspend);
  const resuming = addDatabaseOptions(new Command('resume'))
    .description('Lift a suspension; listings stay paused.')
    .argument('<account>', 'id or email')
    .action(resume);
  const closing = addDatabaseOptions(new Command('close'))
    .description(
      'Close an account for good: revoke its keys, archive its listings and erase its people and profile.',
    )
    .argument('<account>', 'id or email')
    .action(close);
  return new Command('accounts').addCommand(suspending).addCommand(resuming).addCommand(closing);
}

interface Options extends DatabaseLocation {
  email: string;
  json?: boolean;
}

/** The pages of the dashboard that the links open; a fragment is never sent to a server or logged. */
const PAGES: Record<LinkKind, string> = {
  invite: '/sign-up#invitation=',
  reset: '/reset-password#token=',
};

/** As in the protocol's `SignInRequest`: a person with any other address could not sign in. */
const EMAIL = /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const LINK_HOURS = LINK_LIFETIME_MS / 3_600_000;

/** Hosts that mean every address: a server can listen on them, but a browser cannot open them. */
const EVERY_INTERFACE = /^(https?:\/\/)(0\.0\.0\.0|\[::\])(?=[:/]|$)/;

/** The address of the pages, and a warning if it may be the wrong one. */
function baseUrl(served: string | undefined): { url: string; doubt?: string } {
  const configured = readEnvironment().text('MKT_PUBLIC_URL');
  if (configured !== null) return { url: configured.replace(/\/+$/, '') };
  const remedy = 'Set MKT_PUBLIC_URL if people reach the marketplace at another address.';
  if (served === undefined) {
    return {
      url: `http://${DEFAULT_HOST}:${DEFAULT_PORT}`,
      doubt: `The link has the default address, because no server has run on this data yet. ${remedy}`,
    };
  }
  if (!EVERY_INTERFACE.test(served)) return { url: served };
  return {
    url: served.replace(EVERY_INTERFACE, `$1${DEFAULT_HOST}`),
    doubt: `The link only works on this machine, because the server listens on every address. ${remedy}`,
  };
}

const noLink = (reason: 'known' | 'unknown', email: string) =>
  new ConfigError(
    reason === 'known'
      ? `${email} has an account. Let its owner set a new password: mkt-marketplace users reset --email ${email}`
      : `No account has the email address ${email}. Invite its owner: mkt-marketplace users invite --email ${email}`,
  );

async function printLink(kind: LinkKind, options: Options): Promise<void> {
  const { email } = options;
  if (!EMAIL.test(email) || email.length > 254) {
    throw new ConfigError(`${email} is not a valid email address for signing in.`);
  }
  const outcome = await withStore(
    options,
    { sealing: false },
    async ({ store: { users, accounts }, identity }) => ({
      ...(await createLink({ users, identity }, { kind, email })),
      served: await accounts.address(),
    }),
  );
  if (outcome.kind !== 'created') throw noLink(outcome.kind, email);
  const { url: base, doubt } = baseUrl(outcome.served);
  const url = `${base}${PAGES[kind]}${outcome.token}`;
  process.stderr.write(
    kind === 'invite'
      ? `Give this link to ${email}. It works once, to sign up, and expires in ${LINK_HOURS} hours.\n`
      : `Give this link to ${email}. It works once, to set a new password, and expires in ${LINK_HOURS} hours; using it ends all sessions.\n`,
  );
  if (doubt !== undefined) process.stderr.write(`! ${doubt}\n`);
  process.stdout.write(
    options.json ? `${JSON.stringify({ url, token: outcome.token })}\n` : `${url}\n`,
  );
}

export function usersCommand(): Command {
  const command = (kind: LinkKind, description: string) =>
    addDatabaseOptions(new Command(kind))
      .description(description)
      .requiredOption('--email <email>', 'email address of the person')
      .option('--json', 'print { "url": …, "token": … }')
      .action((options: Options) => printLink(kind, options));
  return new Command('users')
    .addCommand(command('invite', 'Print an invitation: a link to sign up.'))
    .addCommand(command('reset', 'Print a link to set a new password.'));
}
