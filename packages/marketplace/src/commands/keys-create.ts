import { Command } from 'commander';
import { isScope, SCOPES, type Scope } from '@mkt/protocol';
import { ConfigError } from '../config/config-error.ts';
import { makeApiKey } from '../flows/create-api-key.ts';
import { addPlaceOptions, withStore, type Place } from './with-store.ts';

interface Options extends Place {
  email: string;
  scopes: string;
  name: string;
  json?: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function scopesOf(text: string): Scope[] {
  if (text === '*') return [...SCOPES];
  const names = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `There is no scope ${unknown.join(', ')}; there are ${SCOPES.join(', ')}.`,
    );
  }
  return names.filter((name) => isScope(name));
}

async function createKey(options: Options): Promise<void> {
  if (!EMAIL.test(options.email) || options.email.length > 254) {
    throw new ConfigError(`${options.email} is not an e-mail address.`);
  }
  const scopes = scopesOf(options.scopes);
  const { key } = await withStore(options, { sealing: false }, async ({ store, identity }) => {
    const name = options.email.split('@')[0] ?? options.email;
    const ids = { account: identity.id(), user: identity.id() };
    const { accountId } = await store.accounts.ensure({ ids, email: options.email, name });
    const about = { accountId, name: options.name, scopes, expiresAtMs: null, parentId: null };
    return makeApiKey({ apiKeys: store.apiKeys, identity }, { ...about, origin: 'operator' });
  });
  process.stdout.write(options.json ? `${JSON.stringify({ key })}\n` : `${key}\n`);
}

export function keysCommand(): Command {
  const create = addPlaceOptions(new Command('create'))
    .description('Make an API key; the account is made when there is none with this e-mail.')
    .requiredOption('--email <email>', 'whose key it is')
    .option('--scopes <scopes>', "what it may do: '*' or names, separated by commas", '*')
    .option('--name <name>', 'what the key is called', 'command line')
    .option('--json', 'print { "key": … }')
    .action((options: Options) => createKey(options));
  return new Command('keys').addCommand(create);
}
