// SECURITY.md: only public addresses are connected to, whatever the name.
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import {
  AddressRefused,
  createSocketMeter,
  guardedConnector,
} from '../../src/sellers/connector.ts';
import { kindOf, openGuarded } from './guarded.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

const PUBLIC_4 = '93.184.216.34';
const PUBLIC_6 = '2606:2800:220:1:248:1893:25c8:1946';

const PRIVATE_4 = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];
const PRIVATE_6 = [
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  '100:0:0:1::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '4000::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

const addressesOf = (...all: string[]): LookupAddress[] =>
  all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A resolver that returns these results one after another, and repeats the last one. */
function resolvingTo(...all: (LookupAddress[] | Error)[]): Resolve & { hostnames: string[] } {
  const hostnames: string[] = [];
  const resolve: Resolve = (hostname, callback) => {
    const result = all[Math.min(hostnames.length, all.length - 1)] ?? [];
    hostnames.push(hostname);
    if (result instanceof Error) callback(result, []);
    else callback(null, result);
  };
  return Object.assign(resolve, { hostnames });
}

class Stopped extends Error {}

/** The same, but nothing leaves this machine: a connection is stopped at the last moment. */
function stopped(resolve: Resolve): Resolve {
  return (hostname, callback) => {
    try {
      resolve(hostname, callback);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  };
}

describe('a literal address', () => {
  const urls = [
    ...PRIVATE_4.map((address) => `https://${address}/`),
    ...PRIVATE_6.map((address) => `https://[${address}]/`),
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://１２７.０.０.１/',
    'https://%31%32%37.0.0.1/',
    'https://127.0.0.1./',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://a.localhost/',
    'https://seller/',
  ];
  for (const url of urls) {
    it(`an address that is not public is never connected to: ${url}`, async () => {
      const resolve = resolvingTo(addressesOf(PUBLIC_4));
      const { fetch, attempts } = openGuarded({ allowPrivate: false, resolve });
      expect((await fetch(url)).kind).toBe('refused');
      expect(resolve.hostnames).toEqual([]);
      expect(attempts).toEqual([]);
    });
  }

  it('is also checked when connecting, even if the URL was not checked', async () => {
    for (const address of [...PRIVATE_4, ...PRIVATE_6.map((each) => `[${each}]`)]) {
      const attempts: string[] = [];
      const connect = guardedConnector({
        allowPrivate: false,
        meter: createSocketMeter(),
        resolve: resolvingTo(addressesOf(PUBLIC_4)),
        onConnect: (each) => attempts.push(each),
      });
      const error = await new Promise((resolve) => {
        const target = { hostname: address, host: address, protocol: 'https:', port: '443' };
        connect(target, (...[failed]) => resolve(failed));
      });
      expect(error).toBeInstanceOf(AddressRefused);
      expect(attempts).toEqual([]);
    }
  });
});

describe('a name', () => {
  const mixed: [string, string[]][] = [
    ...[...PRIVATE_4, ...PRIVATE_6].map((address): [string, string[]] => [address, [address]]),
    ['a public and a private one', [PUBLIC_4, '10.0.0.1']],
    ['a private and a public one', ['10.0.0.1', PUBLIC_4]],
    ['many, the last of them private', [PUBLIC_4, PUBLIC_6, PUBLIC_4, '::1']],
    ['an address with a zone', ['fe80::1%lo']],
    ['what is no address', ['seller.example.com']],
    ['none', []],
  ];
  for (const [what, addresses] of mixed) {
    it(`is refused if it resolves to ${what}, and nothing is connected to`, async () => {
      const resolve = resolvingTo(addressesOf(...addresses));
      const { fetch, attempts } = openGuarded({ allowPrivate: false, resolve });
      const outcome = await fetch('https://seller.example.com/');
      expect(outcome.kind).toBe('refused');
      expect(resolve.hostnames).toEqual(['seller.example.com']);
      expect(attempts).toEqual([]);
    });
  }

  it('a name whose addresses are all public is connected to, at those addresses', async () => {
    const attempts: string[] = [];
    const connect = guardedConnector({
      allowPrivate: false,
      meter: createSocketMeter(),
      resolve: stopped(resolvingTo(addressesOf(PUBLIC_4, PUBLIC_6))),
      onConnect(address) {
        attempts.push(address);
        if (attempts.length === 2) throw new Stopped();
      },
    });
    const target = { hostname: 'seller.example.com', protocol: 'https:', port: '443' };
    connect(target, () => undefined);
    expect(attempts).toEqual([PUBLIC_4, PUBLIC_6]);
  });

  it('is resolved for every connection, so that a rebound name is refused', async () => {
    const attempts: string[] = [];
    const resolve = resolvingTo(addressesOf(PUBLIC_4), addressesOf('127.0.0.1'));
    const connect = guardedConnector({
      allowPrivate: false,
      meter: createSocketMeter(),
      resolve: stopped(resolve),
      onConnect(address) {
        attempts.push(address);
        throw new Stopped();
      },
    });
    const target = { hostname: 'seller.example.com', protocol: 'https:', port: '443' };
    connect(target, () => undefined);
    const error = await new Promise((done) => {
      connect(target, (...[failed]) => done(failed));
    });
    expect(error).toBeInstanceOf(AddressRefused);
    expect(attempts).toEqual([PUBLIC_4]);
  });

  it('is resolved once per connection: the checked address is the one that is used', async () => {
    const server = await serve((_request, response) => response.end('here'));
    const resolve = resolvingTo(addressesOf('127.0.0.1'), addressesOf('127.0.0.2'));
    const { fetch, attempts } = openGuarded({ resolve });
    const outcome = await fetch(`http://seller.example.com:${server.port}/`);
    expect(outcome.kind).toBe('response');
    expect(resolve.hostnames).toEqual(['seller.example.com']);
    expect(attempts).toEqual(['127.0.0.1']);
  });

  it('a name that cannot be resolved is reported as such, without details', async () => {
    const failed = Object.assign(new Error('getaddrinfo ENOTFOUND seller.internal 10.0.0.53'), {
      code: 'ENOTFOUND',
    });
    const { fetch } = openGuarded({ allowPrivate: false, resolve: resolvingTo(failed) });
    expect(await fetch('https://seller.example.com/')).toEqual({
      kind: 'failed',
      reason: 'dns',
      message: 'has a host name that does not resolve',
      unsent: 'name',
    });
  });

  it('is neither resolved nor connected to if its URL is refused', async () => {
    const resolve = resolvingTo(addressesOf(PUBLIC_4));
    const { fetch, attempts } = openGuarded({ allowPrivate: false, resolve });
    for (const url of [
      'http://seller.example.com/',
      'ftp://seller.example.com/',
      'https://seller.example.com:22/',
      'https://user@seller.example.com/',
      'https://seller.example.com\\@127.0.0.1/',
      'https://seller.example.com/\n',
      'not a URL',
      '',
      `https://seller.example.com/${'x'.repeat(2_048)}`,
    ]) {
      expect(kindOf(await fetch(url))).toBe('refused');
    }
    expect(resolve.hostnames).toEqual([]);
    expect(attempts).toEqual([]);
  });
});

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`a redirect with ${status} is a response, and is not followed`, async () => {
      const other = await serve((_request, response) => response.end());
      const server = await serve((_request, response) => {
        response.writeHead(status, { location: other.url }).end();
      });
      const { fetch } = openGuarded();
      expect(await fetch(server.url)).toMatchObject({ kind: 'response', status });
      expect(other.connections.made).toBe(0);
    });
  }
});
