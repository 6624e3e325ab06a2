import type { KeyScope } from '@mkt/protocol';
import { Command } from 'commander';
import { checkEmail, createAccount } from '../accounts/account.ts';
import { scopesNamed, type ApiKey } from '../keys/key.ts';
import { ConfigError } from '../server/data-folder.ts';
import {
  addDatabaseOptions,
  type DatabaseLocation,
  everyPage,
  withStore,
} from './open-database.ts';
import { asJson, counted, table } from './words.ts';

interface Options extends DatabaseLocation {
  email: string;
  scopes: string;
  name: string;
  json?: boolean;
}

interface ListOptions extends DatabaseLocation {
  email?: string;
  json?: boolean;
}

function scopesOf(text: string): KeyScope[] {
  const names = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return scopesNamed(names);
}

async function createKey(options: Options): Promise<void> {
  const { email, name: keyName } = options;
  checkEmail(email);
  const scopes = scopesOf(options.scopes);
  const { key, apiKey } = await withStore(options, { sealing: false, mayCreate: true }, (opened) =>
    createAccount(opened, { email, keyName, scopes }),
  );
  process.stderr.write(`Created key ${apiKey.id} for account ${apiKey.accountId}.\n`);
  process.stdout.write(options.json ? `${JSON.stringify({ key })}\n` : `${key}\n`);
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A key as the operator sees it; times in ISO 8601. */
const presentKey = (key: ApiKey) => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  prefix: key.prefix,
  lastFour: key.lastFour,
  scopes: key.scopes,
  origin: key.origin,
  parentId: key.parentId,
  createdAt: new Date(key.createdAtMs).toISOString(),
  lastUsedAt: isoOrNull(key.lastUsedAtMs),
  expiresAt: isoOrNull(key.expiresAtMs),
});

async function listKeys(options: ListOptions): Promise<void> {
  const keys = await withStore(options, { sealing: false }, async ({ store }) => {
    const account = options.email ? await store.accounts.find(options.email) : undefined;
    if (options.email && !account)
      throw new ConfigError(
        `No account has the email address ${options.email}. Create one with a key: mkt-marketplace keys create --email ${options.email}`,
      );
    return everyPage((page, reader) => store.apiKeys.list(account?.id, page, reader));
  });
  const all = keys.map(presentKey);
  if (options.json) {
    process.stdout.write(`${asJson(all)}\n`);
    return;
  }
  const rows = all.map((key) => [
    key.id,
    key.name,
    `${key.prefix}…${key.lastFour}`,
    key.accountId,
    key.origin,
    key.lastUsedAt,
    key.expiresAt,
  ]);
  const names = ['id', 'name', 'key', 'account', 'origin', 'last used', 'expires'];
  process.stdout.write(table(names, rows));
}

async function revokeKey(id: string, options: DatabaseLocation): Promise<void> {
  const revoked = await withStore(options, { sealing: false }, ({ store }) =>
    store.apiKeys.revoke(id, undefined, { kind: 'operator' }),
  );
  if (revoked.length === 0)
    throw new ConfigError(
      `No active key has the id ${id}. See the keys: mkt-marketplace keys list`,
    );
  const others = revoked.length - 1;
  const created = `, and ${counted(others, 'key')} that ${others === 1 ? 'was' : 'were'} created with it`;
  process.stderr.write(`Revoked key ${id}${others === 0 ? '' : created}.\n`);
}

export function keysCommand(): Command {
  const create = addDatabaseOptions(new Command('create'))
    .description('Create an API key, and the account if there is none with this email address.')
    .requiredOption('--email <email>', 'email address of the account that the key belongs to')
    .option('--scopes <scopes>', "scopes, separated by commas, or '*' for all", '*')
    .option('--name <name>', 'name of the key', 'command line')
    .option('--json', 'print { "key": … }')
    .action((options: Options) => createKey(options));
  const list = addDatabaseOptions(new Command('list'))
    .description('List the keys that are not revoked, newest first.')
    .option('--email <email>', 'only the keys of this account')
    .option('--json', 'print JSON')
    .action((options: ListOptions) => listKeys(options));
  const revoke = addDatabaseOptions(new Command('revoke'))
    .description('Revoke a key, and every key that was created with it.')
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .action((id: string, options: DatabaseLocation) => revokeKey(id, options));
  return new Command('keys').addCommand(create).addCommand(list).addCommand(revoke);
}
