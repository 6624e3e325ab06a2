// docs/buy/orders.md#guarantees: a waiting order is claimed completely or stays waiting.
import { expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../src/market/refusal.ts';
import { createFaults } from '../../torture/faults/fault-plan.ts';
import { makePostgresFail, POSTGRES_FAULTS } from '../../torture/faults/postgres-faults.ts';
import { makeSqliteFail, SQLITE_FAULTS } from '../../torture/faults/sqlite-faults.ts';
import { ENGINES } from '../database/engines.ts';
import { placed } from '../database/samples.ts';

it.each(ENGINES)(
  'leaves the order waiting when any statement of the claim fails, on $name',
  async (engine) => {
    const faults = createFaults();
    onTestFinished(makeSqliteFail(faults));
    onTestFinished(makePostgresFail(faults));
    const { store } = await engine.open();
    const { id } = await placed(store, { leaseOwner: null });
    const [kind] = engine.name === 'sqlite' ? SQLITE_FAULTS : POSTGRES_FAULTS;
    if (!kind) throw new Error('No fault is defined.');

    for (let from = 1; ; from++) {
      faults.arm({ kind, statements: 'all', from, count: 1 });
      const claim = await store.orders.claim(id, 'this').catch((error: unknown) => error);
      faults.disarm();
      if (faults.counts().failed === 0) {
        expect(claim).toMatchObject({ order: { id, state: 'running' } });
        // A claim without a statement that could fail would have shown nothing.
        expect(from).toBeGreaterThan(1);
        break;
      }
      expect(claim).toBeInstanceOf(StorageUnavailable);
      expect(await store.orders.find(id)).toMatchObject({ state: 'pending', startedAtMs: null });
    }
  },
);
