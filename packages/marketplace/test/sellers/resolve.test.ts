// SECURITY.md: a name whose server never responds does not delay other names.
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { openDnsServer } from './dns-server.ts';
import { kindOf, openGuarded } from './guarded.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import { createResolver, type ResolveOptions } from '../../src/sellers/resolve.ts';

const never = () => new Promise<never>(() => undefined);

function resolving(options: ResolveOptions) {
  const resolve = createResolver({ headStartMs: 20, ...options });
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
  it('a name that the system resolves is taken from there, without asking a name server', async () => {
    const servers = ['127.0.0.1:1'];
    const resolve = resolving({ bySystem: () => Promise.resolve(found('127.0.0.1')), servers });
    expect(await resolve('localhost')).toEqual(['127.0.0.1']);
  });

  it('a name that the system does not know fails at once', async () => {
    const servers = [await openDnsServer({ 'seller.example': { A: ['93.184.216.34'], AAAA: [] } })];
    const unknown = Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    const resolve = resolving({ bySystem: () => Promise.reject(unknown), servers });
    await expect(resolve('seller.example')).rejects.toBe(unknown);
  });

  it('a name that the system resolves slowly is resolved by the name servers, in both families', async () => {
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

  it('a name of which one family is never resolved has the addresses of the other', async () => {
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

  it('a name that the name servers do not know is left to the system, however long it takes', async () => {
    const servers = [await openDnsServer({})];
    const slow: { resolve?: (addresses: LookupAddress[]) => void } = {};
    const bySystem = () => new Promise<LookupAddress[]>((resolve) => (slow.resolve = resolve));
    const resolved = resolving({ bySystem, servers })('hosts-file.example');
    setTimeout(() => slow.resolve?.(found('127.0.0.1')), 100);
    expect(await resolved).toEqual(['127.0.0.1']);
  });
});

describe('names that never resolve', () => {
  it('do not delay a name that does, however many there are', async () => {
    const silent = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`s${n}.example`, {}]));
    const servers = [
      await openDnsServer({ ...silent, 'seller.example': { A: ['127.0.0.1'], AAAA: [] } }),
    ];
    const seller = await serve((_request, response) => response.end('here'));
    const resolve = createResolver({ bySystem: never, servers, headStartMs: 20 });
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

describe('an address from a name server', () => {
  it('is checked like any other: a private one among them refuses the name', async () => {
    const servers = [
      await openDnsServer({ 'seller.example': { A: ['93.184.216.34', '127.0.0.1'], AAAA: [] } }),
    ];
    const resolve = createResolver({ bySystem: never, servers, headStartMs: 20 });
    const { fetch, attempts } = openGuarded({ allowPrivate: false, resolve });
    expect((await fetch('https://seller.example/')).kind).toBe('refused');
    expect(attempts).toEqual([]);
  });
});
