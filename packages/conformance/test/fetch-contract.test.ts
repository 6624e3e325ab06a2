import { InexactNumber } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { fetchContract, type TransportOutcome } from '../src/index.ts';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { checkEnvironment } from './check-environment.ts';
import { startSeller, type Break } from './seller.ts';

const PUBLIC = { allowPrivate: false };

const serving = (body: Uint8Array | string) => serveHttp((_, response) => response.end(body));

describe('fetching a contract', () => {
  it('returns the document at {serviceUrl}/contract', async () => {
    await using seller = await startSeller();
    const fetched = await fetchContract(seller.url, checkEnvironment());
    const document = { provider: seller.provider };
    expect(fetched).toMatchObject({ ok: true, document: { value: document } });
    expect(seller.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /contract',
    ]);
  });

  it.each(['/', '//', ' ', '/base', '/base/'])(
    'appends /contract to an address that ends in %j',
    async (end) => {
      const requested: string[] = [];
      const transport = {
        request: async ({ url }: { url: string }): Promise<TransportOutcome> => {
          requested.push(url);
          return {
            kind: 'failed',
            reason: 'dns',
            message: 'has a host name that does not resolve',
          };
        },
      };
      await fetchContract(
        `https://a.example${end}`,
        checkEnvironment({ transport, urlPolicy: PUBLIC }),
      );
      expect(requested).toEqual([
        `https://a.example${end.includes('base') ? '/base' : ''}/contract`,
      ]);
    },
  );

  it.each<[Break, string, RegExp]>([
    ['contract-status', 'non_ok_status', /returned 500/],
    ['contract-redirect', 'non_ok_status', /returned 302, and redirects are not followed/],
    ['contract-json', 'invalid_json', /not valid JSON/],
    ['contract-too-large', 'invalid_json', /larger than 256 KiB/],
    ['contract-too-deep', 'invalid_json', /nested deeper than 64/],
  ])('reports %s as %s', async (breaks, type, message) => {
    await using seller = await startSeller({ breaks });
    const fetched = await fetchContract(seller.url, checkEnvironment());
    expect(fetched).toMatchObject({ ok: false, type, message: expect.stringMatching(message) });
    expect(seller.requests).toHaveLength(1);
  });

  it('reports a duplicate name and an infinite number as invalid_json', async () => {
    for (const document of ['{"provider":{"title":"A","title":"B"}}', '{"provider":{"a":1e999}}']) {
      await using seller = await serving(document);
      expect(await fetchContract(seller.url, checkEnvironment())).toMatchObject({
        ok: false,
        type: 'invalid_json',
      });
    }
  });

  it('keeps numbers that a double cannot represent as they were written', async () => {
    await using seller = await serving('{"provider":{"a":9007199254740993}}');
    expect(await fetchContract(seller.url, checkEnvironment())).toMatchObject({
      document: {
        value: { provider: { a: 9_007_199_254_740_992 } },
        exact: { provider: { a: new InexactNumber('9007199254740993') } },
      },
    });
  });

  it('reports a service that does not listen as network', async () => {
    const seller = await startSeller();
    await seller.close();
    expect(await fetchContract(seller.url, checkEnvironment())).toMatchObject({
      ok: false,
      type: 'network',
    });
  });

  it('ignores a byte order mark, and refuses bytes that are not UTF-8', async () => {
    await using marked = await serving('\ufeff{"provider":{}}');
    expect(await fetchContract(marked.url, checkEnvironment())).toMatchObject({
      ok: true,
      document: { value: { provider: {} } },
    });
    await using latin = await serving(Uint8Array.from([0x22, 0xe9, 0x22]));
    expect(await fetchContract(latin.url, checkEnvironment())).toMatchObject({
      ok: false,
      type: 'invalid_json',
    });
  });

  it.each([
    'http://api.example.com',
    'https://127.0.0.1',
    'https://localhost',
    'https://api.example.com?key=1',
    'https://api.example.com/#top',
    'api.example.com',
  ])('never sends a request to %s, and says that it is not allowed', async (serviceUrl) => {
    const transport = { request: () => Promise.reject(new Error('unexpected')) };
    const environment = checkEnvironment({ transport, urlPolicy: PUBLIC });
    expect(await fetchContract(serviceUrl, environment)).toMatchObject({
      ok: false,
      type: 'url_not_allowed',
    });
  });

  it('says that a name that resolves to a private address is not allowed', async () => {
    const refused: TransportOutcome = {
      kind: 'refused',
      message: 'resolves to an address that is not public',
    };
    const environment = checkEnvironment({
      transport: { request: async () => refused },
      urlPolicy: PUBLIC,
    });
    expect(await fetchContract('https://rebound.example', environment)).toEqual({
      ok: false,
      type: 'url_not_allowed',
      message:
        'The service’s address is not allowed: it resolves to an address that is not public.',
    });
  });

  it('says what is wrong with an address that already ends in /contract', async () => {
    await using seller = await startSeller();
    const fetched = await fetchContract(`${seller.url}/contract`, checkEnvironment());
    expect(fetched).toMatchObject({
      type: 'non_ok_status',
      message: expect.stringContaining('Leave /contract out of the address'),
    });
  });

  it('survives a transport that throws', async () => {
    const transport = { request: () => Promise.reject(new Error('socket 10.0.0.1:22 refused')) };
    const fetched = await fetchContract(
      'https://a.example',
      checkEnvironment({ transport, urlPolicy: PUBLIC }),
    );
    expect(fetched).toMatchObject({ ok: false, type: 'network' });
    expect(JSON.stringify(fetched)).not.toContain('10.0.0.1');
  });
});
