import type { KeyScope } from '@mkt/protocol';
import { checkEmail } from '../domain/account.ts';
import { scopesNamed, type ApiKey } from '../domain/api-key.ts';
import type { Identity } from '../domain/identity.ts';
import type { AccountStore, ApiKeyStore } from '../domain/store.ts';
import { makeApiKey } from './create-api-key.ts';

export interface CreateAccountDeps {
  accounts: Pick<AccountStore, 'ensure'>;
  apiKeys: Pick<ApiKeyStore, 'insert'>;
  identity: Pick<Identity, 'id' | 'randomBytes' | 'sha256'>;
}

export interface NewAccount {
  email: string;
  keyName: string;
  scopes: readonly KeyScope[];
}

/**
 * Creates an account with an API key, on behalf of the operator. If an account has this e-mail
 * address, the key is another one of that account.
 */
export async function createAccount(
  { accounts, apiKeys, identity }: CreateAccountDeps,
  { email, keyName, scopes }: NewAccount,
): Promise<{ key: string; apiKey: ApiKey }> {
  checkEmail(email);
  const about = { name: keyName, scopes: scopesNamed(scopes), expiresAtMs: null, parentId: null };
  const name = email.split('@')[0] ?? email;
  const ids = { account: identity.id(), user: identity.id() };
  const { accountId } = await accounts.ensure({ ids, email, name });
  return makeApiKey({ apiKeys, identity }, { ...about, accountId, origin: 'operator' });
}
