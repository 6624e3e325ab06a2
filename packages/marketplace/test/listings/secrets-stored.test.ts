// docs/reference/seller-interface.md#signing: created at the first publication, at most two valid, encrypted at rest.
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../src/orders/activation.ts';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  changed,
  draft,
  newId,
  newSecret,
  published,
  targetOf,
} from '../database/samples.ts';

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('a signing secret on $name', ({ open }) => {
  it('does not exist before the first publication', async () => {
    const { store } = await open();
    const { id } = await draft(store);
    expect(await store.secrets.find(id)).toBeUndefined();
    expect(await store.secrets.rotate(id, newSecret(), 0)).toBeUndefined();
    expect((await targetOf(store, id)).secrets).toEqual([]);
  });

  it('is created with it, in the same write', async () => {
    const { store, clock } = await open();
    const secret = newSecret();
    const { id } = await published(store, { secret });
    expect(await store.secrets.find(id)).toEqual({
      current: secret,
      createdAtMs: clock.now(),
      previousExpiresAtMs: null,
    });
  });

  it('stays when the listing is published again', async () => {
    const { store } = await open();
    const secret = newSecret();
    const listing = await published(store, { secret });
    const paused = await changed(store, listing, { status: 'paused' });
    await changed(store, paused, { status: 'published', firstSecret: newSecret() });
    expect(await store.secrets.find(listing.id)).toMatchObject({ current: secret });
  });

  it('is found by the endpoint of its listing, for its account alone, until that is archived', async () => {
    const { store } = await open();
    const secret = newSecret();
    const listing = await published(store, { secret });
    const { accountId, content } = listing;
    const { endpointPath } = content.runContract;
    const at = { accountId, endpointPath };
    expect(await store.secrets.signing(at)).toEqual({ listingId: listing.id, secrets: [secret] });
    expect(await store.secrets.signing({ ...at, endpointPath: `${endpointPath}/x` })).toBe(
      undefined,
    );
    expect(await store.secrets.signing({ ...at, accountId: newId() })).toBeUndefined();
    const paused = await changed(store, listing, { status: 'paused' });
    expect(await store.secrets.signing(at)).toMatchObject({ secrets: [secret] });
    await changed(store, paused, { status: 'archived' });
    expect(await store.secrets.signing(at)).toBeUndefined();
    expect((await store.secrets.signing(listing.id))?.secrets).toEqual([secret]);
  });

  it('is not created by a change that conflicts with another', async () => {
    const { store } = await open();
    const { id, version } = await draft(store);
    await store.listings.change({
      id,
      version: version + 1,
      actor,
      status: 'published',
      firstSecret: newSecret(),
    });
    expect(await store.secrets.find(id)).toBeUndefined();
  });

  it('still signs for the grace period after it is replaced', async () => {
    const { store, clock } = await open();
    const [old, newer] = [newSecret(), newSecret()];
    const { id } = await published(store, { secret: old });
    clock.move(1_000);
    const rotated = await store.secrets.rotate(id, newer, HOUR_MS);
    expect(rotated).toEqual({
      current: newer,
      createdAtMs: clock.now(),
      previousExpiresAtMs: clock.now() + HOUR_MS,
    });
    expect(await store.secrets.find(id)).toEqual(rotated);
    clock.move(HOUR_MS - 1);
    expect((await targetOf(store, id)).secrets).toEqual([newer, old]);
    const both = { listingId: id, secrets: [newer, old] };
    expect(await store.secrets.signing(id)).toEqual(both);
    clock.move(1);
    expect((await targetOf(store, id)).secrets).toEqual([newer]);
    expect(await store.secrets.signing(id)).toEqual({ ...both, secrets: [newer] });
    expect(await store.secrets.find(id)).toMatchObject({ previousExpiresAtMs: null });
  });

  it('stops signing at once without a grace period', async () => {
    const { store } = await open();
    const newer = newSecret();
    const { id } = await published(store);
    const rotated = await store.secrets.rotate(id, newer, 0);
    expect(rotated).toMatchObject({ current: newer, previousExpiresAtMs: null });
    expect((await targetOf(store, id)).secrets).toEqual([newer]);
  });

  it('has one predecessor, never two', async () => {
    const { store } = await open();
    const [first, second, third] = [newSecret(), newSecret(), newSecret()];
    const { id } = await published(store, { secret: first });
    await store.secrets.rotate(id, second, HOUR_MS);
    await store.secrets.rotate(id, third, HOUR_MS);
    expect((await targetOf(store, id)).secrets).toEqual([third, second]);
  });

  it('is the current one in a claim', async () => {
    const { store } = await open();
    const newer = newSecret();
    const { id } = await published(store);
    await store.secrets.rotate(id, newer, 0);
    const target = await targetOf(store, id);
    const order = {
      id: newId(),
      ...termsOf(target),
      buyerId: newId(),
      buyerPseudonym: 'b',
      keyId: null,
      metadataJson: null,
      trace: null,
      requestJson: '{}',
      leaseOwner: null,
      idempotency: null,
      maxStoredBytes: Number.MAX_SAFE_INTEGER,
    };
    await store.orders.insert(order);
    expect((await store.orders.claim(order.id, 'this'))?.call?.secrets).toEqual([newer]);
  });

  it('is stored nowhere in plain text', async () => {
    const { store, sql } = await open();
    const secrets = [newSecret(), newSecret()];
    const { id } = await published(store, { secret: secrets[0] ?? '' });
    await store.secrets.rotate(id, secrets[1] ?? '', HOUR_MS);
    const rows = JSON.stringify(await sql('SELECT * FROM signing_secret'));
    for (const secret of secrets) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(secret.replace('whsec_', ''));
    }
  });

  it('cannot be decrypted for another listing, even after it was read for its own', async () => {
    const { store, sql } = await open();
    const one = await published(store, { title: 'One' });
    const two = await published(store, { title: 'Two' });
    await store.secrets.find(one.id);
    await sql(`UPDATE signing_secret SET sealed = (
      SELECT sealed FROM signing_secret WHERE listing_id = '${one.id}') WHERE listing_id = '${two.id}'`);
    await expect(store.secrets.find(two.id)).rejects.toThrow(/MKT_ENCRYPTION_KEY/);
    await expect(store.orders.target(two.id)).rejects.toThrow(/MKT_ENCRYPTION_KEY/);
    expect(await store.secrets.find(one.id)).toBeDefined();
  });
});
