import type { KeyScope } from '@mkt/protocol';
import { checkEmail } from './account-domain-account.ts';
import { scopesNamed, type ApiKey } from '../keys/api-key.ts';
import type { Identity } from '../market/identity.ts';
import type { AccountStore, ApiKeyStore } from '../server/store-domain-store.ts';
import { makeApiKey } from '../keys/key.ts';

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
