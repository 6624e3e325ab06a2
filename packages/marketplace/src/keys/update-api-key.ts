import type { UpdateApiKeyRequest } from '@mkt/protocol';
import type { ApiKey } from './api-key.ts';
import { actorFields, keyIdOf, type Caller } from '../market/caller.ts';
import { isSameBudget } from './budget.ts';
import type { Log } from '../market/log.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';
import { readBudget, type ReadBudgetDeps } from './read-budget.ts';
import { retryOnConflict } from '../market/retry-on-conflict.ts';

export interface UpdateApiKeyDeps extends ReadBudgetDeps {
  apiKeys: Pick<ApiKeyStore, 'find' | 'update' | 'above'>;
  log: Pick<Log, 'info'>;
}

/** A key that could change the budgets that apply to it would have none. */
async function checkNotItsOwn(
  { apiKeys }: UpdateApiKeyDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  const callerId = keyIdOf(caller);
  if (callerId === null || !(await apiKeys.above(callerId)).includes(id)) return;
  throw new Refusal(
    'budget_protected',
    callerId === id
      ? 'An API key cannot change its own budget.'
      : 'An API key cannot change the budget of a key that it was created with.',
  );
}

/** The budget changes faster than it can be read: other requests are changing it all the time. */
const tooManyChanges = () =>
  new Refusal(
    'overloaded',
    'Other requests kept changing the budget of the API key. Nothing was changed; try again.',
    { retryAfterSeconds: 1 },
  );

/** Changes the name or the budget of one of the account's keys (docs/cost-control.md#budgets). */
export async function updateApiKey(
  deps: UpdateApiKeyDeps,
  caller: Caller,
  id: string,
  { name, budget: input }: UpdateApiKeyRequest,
): Promise<ApiKey> {
  const { accountId } = caller;
  return retryOnConflict(async () => {
    const key = await deps.apiKeys.find(id);
    if (key?.accountId !== accountId) throw notFound('API key');
    const to = await readBudget(deps, accountId, input, key.budget);
    const isChanged = !isSameBudget(to, key.budget);
    if (isChanged) await checkNotItsOwn(deps, caller, id);
    const budget = isChanged ? { from: key.budget, to } : undefined;
    const updated = await deps.apiKeys.update({ id, accountId, name, budget });
    if (updated === 'not-found') throw notFound('API key');
    // Another request has changed the budget, so this one is merged with what that stored.
    if (updated === 'conflict') return updated;
    deps.log.info({ updatedKeyId: id, budget: to, ...actorFields(caller) }, 'API key updated');
    return updated;
  }, tooManyChanges);
}
