// docs/reference/seller-interface.md (HTTPS); docs/buy/orders.md#the-order-record: failure kind `tls`.
import { readFileSync } from 'node:fs';
import { Server } from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { activate, openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { startSeller, type Seller } from '../../test-bed/seller.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));
const certificate = (name: string) => ({
  cert: readFileSync(pathOf(`${name}.pem`)),
  key: readFileSync(pathOf(`${name}-key.pem`)),
});

const market = await openMarket({ env: { NODE_EXTRA_CA_CERTS: pathOf('ca.pem') } });
const { api } = market;
const sellers: Seller[] = [];
afterAll(() => Promise.all(sellers.map((seller) => seller.close())));

async function secureSeller(name: string) {
  const seller = await startSeller({ tls: certificate(name) });
  sellers.push(seller);
  return seller;
}

/** The seller presents another certificate from the next connection on. */
function show(seller: Seller, name: string) {
  if (!(seller.server instanceof Server)) throw new Error('The seller does not speak TLS.');
  seller.server.setSecureContext(certificate(name));
  seller.server.closeAllConnections();
}

describe.concurrent('a seller with HTTPS', () => {
  it('is reviewed, published and called with a valid certificate', async () => {
    const { provider } = await market.publish({ seller: await secureSeller('seller') });
    const order = await activate(api, provider.id, { a: 1 });
    expect(order).toMatchObject({ orderState: 'completed', result: { echo: { a: 1 } } });
  });

  for (const [what, name, reason] of [
    ['was signed by no known authority', 'stranger', 'certificate_untrusted'],
    ['is for another name', 'elsewhere', 'certificate_wrong_host'],
  ] as const) {
    it(`receives nothing, and the call fails as tls, when its certificate ${what}`, async () => {
      const seller = await secureSeller('seller');
      const { provider } = await market.publish({ seller });
      show(seller, name);
      const order = await activate(api, provider.id, { private: 'words' });
      expect(order).toMatchObject({
        orderState: 'failed',
        failure: { kind: 'tls', reason },
        charged: false,
      });
      expect(seller.requestsTo('POST /run')).toEqual([]);
    });

    it(`is flagged by the review when its certificate ${what}`, async () => {
      const seller = await secureSeller(name);
      const { body } = await api.post('/v1/providers', {
        title: 'Untrusted',
        runContract: runContractOf(seller),
      });
      expect((await reviewed(api, body.id)).status).toBe('flagged');
      expect(seller.requests).toEqual([]);
    });
  }
});
