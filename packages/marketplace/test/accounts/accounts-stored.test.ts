import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/server/context.ts';
import { UndecryptableSecret } from '../../src/database/failure.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { ENGINES } from '../database/engines.ts';
import { newIds } from '../database/samples.ts';

describe.each(ENGINES)('accounts on $name', ({ open }) => {
  it('are created once per email address, whatever its case', async () => {
    const { store } = await open();
    const first = await store.accounts.ensure({
      ids: newIds(),
      email: 'Ann@Example.com',
      name: 'A',
    });
    const again = await store.accounts.ensure({
      ids: newIds(),
      email: 'ann@example.COM',
      name: 'B',
    });
    const other = await store.accounts.ensure({
      ids: newIds(),
      email: 'bob@example.com',
      name: 'B',
    });
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('are created once by concurrent requests', async () => {
    const { store, sql } = await open();
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.accounts.ensure({ ids: newIds(), email: 'ann@example.com', name: 'A' }),
      ),
    );
    expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1);
    expect(await sql('SELECT email FROM "user"')).toEqual([{ email: 'ann@example.com' }]);
  });

  it('are found by id and by the email address of a member', async () => {
    const { store, clock } = await open();
    const ids = newIds();
    await store.accounts.ensure({ ids, email: 'ann@example.com', name: 'Ann' });
    const account = {
      id: ids.account,
      name: 'Ann',
      createdAtMs: clock.now(),
      suspendedAtMs: null,
      isClosed: false,
    };
    expect(await store.accounts.find(ids.account)).toEqual(account);
    expect(await store.accounts.find('Ann@Example.com')).toEqual(account);
    expect(await store.accounts.find('nobody@example.com')).toBeUndefined();
    expect(await store.accounts.find(ids.user)).toBeUndefined();
  });
});

describe.each(ENGINES)('the installation key on $name', ({ open }) => {
  it('stays the first one that was given', async () => {
    const { store } = await open();
    const [first, second] = [randomBytes(32), randomBytes(32)];
    expect(Buffer.from(await store.accounts.installationKey(first))).toEqual(first);
    expect(Buffer.from(await store.accounts.installationKey(second))).toEqual(first);
  });

  it('is stored encrypted', async () => {
    const { store, sql } = await open();
    const key = randomBytes(32);
    await store.accounts.installationKey(key);
    const [row] = await sql('SELECT value FROM installation');
    expect(row?.['value']).toMatch(/^s1\./);
    expect(row?.['value']).not.toContain(key.toString('base64'));
  });

  it('survives a new encryption key before the old one', async () => {
    const { engine } = await open();
    const [old, newer] = [randomBytes(32), randomBytes(32)];
    const key = randomBytes(32);
    const before = createStore({ engine, sealing: createSealing([old]) });
    await before.accounts.installationKey(key);
    const after = createStore({ engine, sealing: createSealing([newer, old]) });
    expect(Buffer.from(await after.accounts.installationKey(randomBytes(32)))).toEqual(key);
    const without = createStore({ engine, sealing: createSealing([newer]) });
    await expect(without.accounts.installationKey(randomBytes(32))).rejects.toThrow(
      UndecryptableSecret,
    );
  });
});
