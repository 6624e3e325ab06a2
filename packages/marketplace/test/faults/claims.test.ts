// docs/orders.md#guarantees: an order that waits is claimed whole, or goes on waiting.
import { expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../src/domain/refusal.ts';
import { createFaults } from '../../torture/faults/fault-plan.ts';
import { makePostgresFail, POSTGRES_FAULTS } from '../../torture/faults/postgres-faults.ts';
import { makeSqliteFail, SQLITE_FAULTS } from '../../torture/faults/sqlite-faults.ts';
import { ENGINES } from '../sql/engines.ts';
import { placed } from '../sql/samples.ts';

it.each(ENGINES)('a claim of which a statement fails is none at all, on $name', async (engine) => {
  const faults = createFaults();
  onTestFinished(makeSqliteFail(faults));
  onTestFinished(makePostgresFail(faults));
  const { store } = await engine.open();
  const { id } = await placed(store, { leaseOwner: null });
  const [kind] = engine.name === 'sqlite' ? SQLITE_FAULTS : POSTGRES_FAULTS;
  if (!kind) throw new Error('There is no fault to make.');

  for (let from = 1; ; from++) {
    faults.arm({ kind, statements: 'all', from, count: 1 });
    const claim = await store.orders.claim(id, 'this').catch((error: unknown) => error);
    faults.disarm();
    if (faults.counts().failed === 0) {
      expect(claim).toMatchObject({ order: { id, state: 'running' } });
      break;
    }
    expect(claim).toBeInstanceOf(StorageUnavailable);
    expect(await store.orders.find(id)).toMatchObject({ state: 'pending', startedAtMs: null });
  }
});
