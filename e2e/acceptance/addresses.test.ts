// docs/reference/seller-interface.md: a publicly reachable HTTPS URL.
// docs/reference/protocol.md#errors-about-urls, outside dev mode.
import { describe, expect, it } from 'vitest';
import { newTitle } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { createKey, openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { productionEnv } from './production.ts';

const env = productionEnv({ MKT_RATE_OUTBOUND_PER_MINUTE: '100000' });
const market = await openMarket({ dev: false, env });
const api = market.anonymous.as(await createKey(market.server, 'seller@example.com', '*'));

const byHand = (runContract: Record<string, unknown>, how: 'saved' | 'submitted' = 'saved') =>
  api.post('/v1/providers', {
    title: newTitle(),
    ...(how === 'saved' ? { listingState: 'draft' } : {}),
    runContract: { method: 'POST', endpointPath: 'https://seller.example/run', ...runContract },
  });
const importFrom = (serviceUrl: string) => api.post('/v1/listings/from-service', { serviceUrl });
const preview = (serviceUrl: string) =>
  api.post('/v1/listings/from-service/preview', { serviceUrl });

const REFUSED = [
  'http://seller.example/run',
  'ftp://seller.example/run',
  'seller.example/run',
  '/run',
  'javascript:alert(1)',
  'https://',
  'https://user@seller.example/run',
  'https://user:pass@seller.example/run',
  'https://seller.example:22/run',
  'https://seller.example:5060/run',
  'https://localhost/run',
  'https://LOCALHOST./run',
  'https://api.localhost/run',
  'https://intranet/run',
  'https://127.0.0.1/run',
  'https://127.1/run',
  'https://2130706433/run',
  'https://0x7f000001/run',
  'https://0177.0.0.1/run',
  'https://０.０.０.０/run',
  'https://0.0.0.0/run',
  'https://10.0.0.1/run',
  'https://172.16.0.1/run',
  'https://192.168.1.1/run',
  'https://100.64.0.1/run',
  'https://169.254.169.254/latest/meta-data',
  'https://168.63.129.16/run',
  'https://192.0.2.1/run',
  'https://198.18.0.1/run',
  'https://224.0.0.1/run',
  'https://255.255.255.255/run',
  'https://[::1]/run',
  'https://[::]/run',
  'https://[::ffff:127.0.0.1]/run',
  'https://[::ffff:7f00:1]/run',
  'https://[fe80::1]/run',
  'https://[fd00::1]/run',
  'https://[ff02::1]/run',
  'https://[64:ff9b::7f00:1]/run',
  'https://[2001:db8::1]/run',
  'https://seller.example\\@127.0.0.1/run',
  'https://seller.example/a b',
  `https://seller.example/${'x'.repeat(2048)}`,
];

describe.concurrent('an address that is not HTTPS, or not public', () => {
  for (const url of REFUSED) {
    it(`is refused in create, import and preview: ${url.slice(0, 60)}`, async () => {
      const endpoint = await byHand({ endpointPath: url });
      expectError(endpoint, 400, 'url_not_allowed');
      expectError(await byHand({ healthEndpoint: url }), 400, 'url_not_allowed');
      expectError(await importFrom(url), 400, 'url_not_allowed');
      expectError(await preview(url), 400, 'url_not_allowed');
    });
  }

  it('is named by its field', async () => {
    const error = expectError(
      await byHand({ healthEndpoint: 'https://10.0.0.1/' }),
      400,
      'url_not_allowed',
    );
    expect(pathsOf(error)).toEqual(['/runContract/healthEndpoint']);
  });

  it('is also refused in a PATCH', async () => {
    const { body } = await byHand({});
    const response = await api.patch(`/v1/listings/${body.id}`, {
      runContract: { method: 'POST', endpointPath: 'https://10.0.0.1/run' },
    });
    expectError(response, 400, 'url_not_allowed');
  });
});

describe.concurrent('the port of an address', () => {
  it('is refused by its rule, for services and webhooks alike', async () => {
    const responses = [
      await byHand({ healthEndpoint: 'https://seller.example:990/health' }),
      await importFrom('https://seller.example:990'),
      await api.post('/v1/webhooks', {
        url: 'https://hooks.example:990/',
        events: ['order.settled'],
      }),
    ];
    for (const response of responses) {
      const { error } = expectError(response, 400, 'url_not_allowed');
      expect(error).toContain('must use port 443 or a port from 1024');
    }
  });
});

describe.concurrent('an address in a public range', () => {
  for (const url of [
    'https://seller.example/run',
    'https://seller.example:9443/run?a=b',
    'HTTPS://Seller.Example/Run',
    'https://8.8.8.8/run',
    'https://[2606:4700:4700::1111]/run',
    'https://xn--bcher-kva.example/run',
    'https://bücher.example/run',
  ]) {
    it(`is accepted in create: ${url}`, async () => {
      const { status, body } = await byHand({ endpointPath: url });
      expect(status, JSON.stringify(body)).toBe(201);
    });
  }
});

const HIDDEN = [
  'loopback.example',
  'private.example',
  'metadata.example',
  'loopback6.example',
  'unique-local.example',
  'mapped.example',
  'mixed.example',
];

describe.concurrent('a host name that resolves to a private address', () => {
  for (const name of HIDDEN) {
    it(`is refused as serviceUrl: ${name}`, async () => {
      for (const request of [importFrom, preview]) {
        const response = await request(`https://${name}`);
        expectError(response, 400, 'url_not_allowed');
        expect(response.text).not.toMatch(/127\.0\.0\.1|10\.1\.2\.3|169\.254|fd00:|::1/);
      }
    });

    it(`is accepted in create, and then flagged by url-policy: ${name}`, async () => {
      const created = await byHand({ endpointPath: `https://${name}/run` }, 'submitted');
      expect(created.status, created.text).toBe(201);
      const provider = await reviewed(api, created.body.id);
      expect(provider.status).toBe('flagged');
      const failed = provider.reviewChecks.filter(({ outcome }: any) => outcome === 'failed');
      expect(failed.map(({ name: check }: any) => check)).toContain('url-policy');
    });
  }

  it('is also flagged in a health endpoint', async () => {
    const created = await byHand({ healthEndpoint: 'https://private.example/health' }, 'submitted');
    const provider = await reviewed(api, created.body.id);
    const failed = provider.reviewChecks.filter(({ outcome }: any) => outcome === 'failed');
    expect(failed.map(({ name }: any) => name)).toContain('url-policy');
  });
});

describe.concurrent('a host name that does not resolve', () => {
  it('fails an import and a preview as network', async () => {
    expectError(await importFrom('https://nowhere.example'), 422, 'network');
    expectError(await preview('https://nowhere.example'), 422, 'network');
  });

  it('is flagged by reachability or by url-policy after create', async () => {
    const created = await byHand({ endpointPath: 'https://nowhere.example/run' }, 'submitted');
    const provider = await reviewed(api, created.body.id);
    expect(provider.status).toBe('flagged');
    expect(provider.reviewRejectionReason).toMatch(/\S/);
  });
});
