// Security, "Outbound calls": a name whose server never answers holds up nobody else's.
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createResolve, type ResolveOptions } from '../../src/outbound/resolve.ts';
import { openDnsServer } from './dns-server.ts';
import { kindOf, openGuarded } from './guarded.ts';
import { serve } from '../seller-server.ts';

const never = () => new Promise<never>(() => undefined);

function resolving(options: ResolveOptions) {
  const resolve = createResolve({ headStartMs: 20, ...options });
  return (name: string) =>
    new Promise<string[]>((done, fail) => {
      resolve(name, (error, addresses) => {
        if (error) fail(error);
        else done(addresses.map(({ address }) => address));
      });
    });
}

const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('a name', () => {
  it('that the system knows is taken from there; no name server is asked', async () => {
    const servers = ['127.0.0.1:1'];
    const resolve = resolving({ bySystem: () => Promise.resolve(found('127.0.0.1')), servers });
    expect(await resolve('localhost')).toEqual(['127.0.0.1']);
  });

  it('that the system does not know is unknown at once', async () => {
    const servers = [await openDnsServer({ 'seller.example': { A: ['93.184.216.34'], AAAA: [] } })];
    const unknown = Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    const resolve = resolving({ bySystem: () => Promise.reject(unknown), servers });
    await expect(resolve('seller.example')).rejects.toBe(unknown);
  });

  it('that the system is slow with is asked of the name servers, both families of it', async () => {
    const servers = [
      await openDnsServer({
        'seller.example': { A: ['93.184.216.34', '10.0.0.1'], AAAA: ['2606:2800:220:1::1'] },
      }),
    ];
    const resolve = resolving({ bySystem: never, servers });
    expect(await resolve('seller.example')).toEqual([
      '93.184.216.34',
      '10.0.0.1',
      '2606:2800:220:1::1',
    ]);
  });

  it('of which one family is never answered has the other’s addresses', async () => {
    const servers = [
      await openDnsServer({
        'four.example': { A: ['93.184.216.34'] },
        'six.example': { AAAA: ['2606:2800:220:1::1'] },
      }),
    ];
    const resolve = resolving({ bySystem: never, servers });
    expect(await resolve('four.example')).toEqual(['93.184.216.34']);
    expect(await resolve('six.example')).toEqual(['2606:2800:220:1::1']);
  });

  it('that the name servers do not know is the system’s to know, however long it takes', async () => {
    const servers = [await openDnsServer({})];
    const slow: { answer?: (addresses: LookupAddress[]) => void } = {};
    const bySystem = () => new Promise<LookupAddress[]>((answer) => (slow.answer = answer));
    const asked = resolving({ bySystem, servers })('hosts-file.example');
    setTimeout(() => slow.answer?.(found('127.0.0.1')), 100);
    expect(await asked).toEqual(['127.0.0.1']);
  });
});

describe('names that are never answered', () => {
  it('do not hold up one that is, however many they are', async () => {
    const silent = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`s${n}.example`, {}]));
    const servers = [
      await openDnsServer({ ...silent, 'seller.example': { A: ['127.0.0.1'], AAAA: [] } }),
    ];
    const seller = await serve((_request, response) => response.end('here'));
    const resolve = createResolve({ bySystem: never, servers, headStartMs: 20 });
    const { fetch, clock } = openGuarded({ resolve });
    const stuck = Promise.all(
      Object.keys(silent).map((name) => fetch(`http://${name}/`, { timeoutMs: 10_000 })),
    );
    const outcome = await fetch(`http://seller.example:${seller.port}/`);
    expect(kindOf(outcome)).toBe('response');
    clock.move(10_000);
    expect(new Set((await stuck).map(kindOf))).toEqual(new Set(['timeout']));
  });
});

describe('an address that a name server gives', () => {
  it('is checked as any other: one that is private among them refuses the name', async () => {
    const servers = [
      await openDnsServer({ 'seller.example': { A: ['93.184.216.34', '127.0.0.1'], AAAA: [] } }),
    ];
    const resolve = createResolve({ bySystem: never, servers, headStartMs: 20 });
    const { fetch, attempts } = openGuarded({ allowPrivate: false, resolve });
    expect((await fetch('https://seller.example/')).kind).toBe('refused');
    expect(attempts).toEqual([]);
  });
});
