// docs/reference/seller-interface.md#signing: after `secrets re-encrypt`, the older keys can be removed.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealing, saveResealed, sealedRows } from '../../src/database/sealing.ts';
import { EVERY_ORDER } from '../../src/webhooks/webhook.ts';
import { createStore } from '../../src/server/context.ts';
import { ENGINES, type EngineUnderTest } from './engines.ts';
import { newAccount, newId, newSecret, published } from './samples.ts';

const HOUR_MS = 3_600_000;

/** A database whose secrets are encrypted with an old key, as the old and the new key open it. */
async function open(engine: EngineUnderTest) {
  const { engine: database } = await engine.open();
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const openWith = (...keys: Buffer[]) =>
    createStore({ engine: database, sealing: createSealing(keys) });
  return {
    database,
    before: openWith(old),
    both: openWith(fresh, old),
    after: openWith(fresh),
  };
}

type Store = Awaited<ReturnType<typeof open>>['before'];

async function webhookOf(store: Store, secret: string) {
  const ref = { id: newId(), accountId: await newAccount(store) };
  const url = 'https://buyer.example.com/webhooks';
  await store.webhooks.insert(
    { ...ref, url, events: ['order.settled'], filter: EVERY_ORDER, secret },
    20,
  );
  return ref;
}

describe.each(ENGINES)('encrypting every secret with the newest key, on $name', (engine) => {
  it('leaves the secrets of listings and webhooks readable without the old key', async () => {
    const { before, both, after } = await open(engine);
    const [listed, first, second, third] = [newSecret(), newSecret(), newSecret(), newSecret()];
    const { id } = await published(before, { secret: listed });
    const rotated = await webhookOf(before, first);
    await before.webhooks.rotate(rotated, second, HOUR_MS);
    const other = await webhookOf(before, third);
    await expect(after.webhooks.secrets(other.id)).rejects.toThrow(/MKT_ENCRYPTION_KEY/);

    expect(await both.secrets.reseal()).toBe(3);
    expect(await after.secrets.find(id)).toMatchObject({ current: listed });
    expect(await after.webhooks.secrets(rotated.id)).toEqual([second, first]);
    expect(await after.webhooks.secrets(other.id)).toEqual([third]);
    await expect(before.webhooks.secrets(other.id)).rejects.toThrow(/MKT_ENCRYPTION_KEY/);
    expect(await both.secrets.reseal()).toBe(3);
  });

  it('does not undo a rotation that happens at the same time', async () => {
    const { database, before, both, after } = await open(engine);
    const ref = await webhookOf(before, newSecret());
    const [read] = await database.read(sealedRows, { table: 'webhook', after: '' });
    if (!read) throw new Error('There is no webhook.');
    const newer = newSecret();
    await both.webhooks.rotate(ref, newer, 0);
    const late = { table: 'webhook', before: read, after: read } as const;
    expect(await database.write(saveResealed, late)).toBe(0);
    expect(await after.webhooks.secrets(ref.id)).toEqual([newer]);
  });
});
