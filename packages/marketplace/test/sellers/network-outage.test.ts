// docs/operate/monitor.md#the-network-is-down: an outage of this machine's network or DNS.
import { Resolver } from 'node:dns/promises';
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { openMarket, publish, type Market } from '../market.ts';
import { outcomesOf } from '../outcome-counts.ts';
import { createResolver, type Resolve } from '../../src/sellers/resolve.ts';
import { openNameServer } from './dns-server.ts';

const SELLERS = ['api.one.example', 'api.two.example', 'api.three.example'];
const OTHER = 'api.four.example';

/** Lookups that hang until the test ends them, all with the same error. */
interface Held {
  isOn: boolean;
  error: Error;
  lookups: (() => void)[];
}

/** Sellers of as many accounts, whose names a name server resolves that can be away. */
async function open(names: readonly string[] = SELLERS, { hold }: { hold?: Held } = {}) {
  const gone = new Set<string>();
  const zone = Object.fromEntries(
    [...SELLERS, OTHER].map((name) => [
      name,
      {
        // Without addresses, the name resolves to nothing.
        get A() {
          return gone.has(name) ? [] : ['127.0.0.1'];
        },
        AAAA: [],
      },
    ]),
  );
  const dns = await openNameServer(zone);
  const bySystem = async (name: string) => {
    const resolver = new Resolver();
    resolver.setServers([dns.address]);
    return (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }));
  };
  const resolver = createResolver({ bySystem, servers: [dns.address] });
  const resolve: Resolve = (name, callback) => {
    if (hold?.isOn) hold.lookups.push(() => callback(hold.error, []));
    else resolver(name, callback);
  };
  const market = await openMarket({ retriesCalls: true, resolve });
  const selling = async (name: string) => {
    const seller = await openSeller();
    const url = `http://${name}:${seller.port}`;
    const runContract = { healthEndpoint: `${url}/health` };
    const api = await market.otherApi();
    return { seller, listing: await publish(market, { url }, { api, runContract }) };
  };
  const sold: Awaited<ReturnType<typeof selling>>[] = [];
  for (const name of names) sold.push(await selling(name));
  return {
    market,
    sold,
    lose: (name: string) => void gone.add(name),
    setAway: (away: boolean) => void (dns.mode = away ? 'fails' : 'answers'),
  };
}

const isOutage = async ({ api }: Market) =>
  /^mkt_network_outage (\d)$/m.exec((await api.get('/metrics')).text)?.[1] === '1';

const activateAll = (market: Market, sold: readonly { listing: { id: string } }[]) =>
  Promise.all(
    sold.map(async ({ listing }) => (await market.api.activate(listing.id, {}, 0)).body.id),
  );

const stateOf = async ({ api }: Market, id: string) =>
  (await api.get(`/v1/orders/${id}`)).body.orderState;

/** Longer than a call waits for its next try, and shorter than it may still take. */
const WAIT_MS = 6_000;

/** Moves the clock to the next try or check, again and again until the condition holds. */
const moveUntil = (market: Market, what: string, condition: () => Promise<boolean>) =>
  pollUntil(what, async () => {
    if (await condition()) return true;
    const nextMs = market.clock.untilNextTimer();
    if (nextMs < WAIT_MS) market.clock.move(nextMs + 1);
    return undefined;
  });

const allAre = (market: Market, ids: readonly string[], state: string) => async () =>
  (await Promise.all(ids.map((id) => stateOf(market, id)))).every((each) => each === state);

describe('an outage of the DNS of this machine', () => {
  it('is logged and shown as a metric, and no order fails that can wait', async () => {
    const { market, sold, setAway } = await open();
    setAway(true);
    const running = await activateAll(market, sold);
    await moveUntil(market, 'the outage is noticed', () => isOutage(market));
    const waiting = await activateAll(market, sold);
    expect(await allAre(market, waiting, 'pending')()).toBe(true);
    setAway(false);
    await moveUntil(
      market,
      'all are completed',
      allAre(market, [...running, ...waiting], 'completed'),
    );
    expect(await isOutage(market)).toBe(false);
    for (const { seller } of sold) expect([...seller.callCounts.values()]).toEqual([1, 1]);
    const [start, end] = market.log.filter(({ message }) => message.startsWith('network outage'));
    expect(start).toMatchObject({ level: 'error', fields: { sellers: 3, domains: 3 } });
    expect(end).toMatchObject({ level: 'info', message: 'network outage is over' });
  });

  it('counts against no seller: calls are interrupted, probes and reviews wait', async () => {
    const { market, sold, setAway } = await open();
    setAway(true);
    const running = await activateAll(market, sold);
    await moveUntil(market, 'the outage is noticed', () => isOutage(market));
    await moveUntil(market, 'the calls are given up', allAre(market, running, 'failed'));
    for (const id of running) {
      expect((await market.api.get(`/v1/orders/${id}`)).body).toMatchObject({
        errorMessage:
          "Interrupted: the marketplace's own network was down; the seller was not called",
        failure: { kind: 'interrupted', reason: 'marketplace_network' },
      });
    }
    await market.advance(5 * 60_000);
    for (const { listing } of sold) {
      const { body } = await market.api.get(`/v1/marketplace/listings/${listing.id}/health`);
      expect(body.status).toBe('healthy');
    }
    expect(await outcomesOf(market.api, 'mkt_health_probes_total')).toEqual({});
  });

  it.each([
    ['is tried again, while there is time', 0, 'completed', null],
    [
      'is interrupted, once its time is over',
      20_000,
      'failed',
      { kind: 'interrupted', reason: 'marketplace_network' },
    ],
  ])(
    'blames no seller for a lookup that began in it and hangs beyond its end: the call %s',
    async (_what, laterMs, state, failure) => {
      const error = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      const hold: Held = { isOn: false, error, lookups: [] };
      const { market, sold, setAway } = await open([...SELLERS, OTHER], { hold });
      setAway(true);
      const running = await activateAll(market, sold.slice(0, 3));
      await moveUntil(market, 'the outage is noticed', () => isOutage(market));
      hold.isOn = true;
      const haveHung = () => Promise.resolve(hold.lookups.length >= 3);
      await moveUntil(market, 'the next tries hang', haveHung);
      // A seller whose calls have not failed is called, and answers.
      hold.isOn = false;
      setAway(false);
      const [ending = ''] = await activateAll(market, sold.slice(3));
      await moveUntil(market, 'the outage is over', allAre(market, [ending], 'completed'));
      expect(await isOutage(market)).toBe(false);
      market.clock.move(laterMs);
      for (const end of hold.lookups) end();
      await moveUntil(market, 'the orders settle', allAre(market, running, state));
      for (const id of running) {
        expect((await market.api.get(`/v1/orders/${id}`)).body.failure).toEqual(failure);
      }
    },
  );

  it('is not declared while another seller can be reached', async () => {
    const { market, sold, lose } = await open([...SELLERS, OTHER]);
    for (const name of SELLERS) lose(name);
    const orders = await activateAll(market, sold.slice(0, 3));
    await moveUntil(market, 'the calls are given up', allAre(market, orders, 'failed'));
    expect(await isOutage(market)).toBe(false);
    expect((await market.api.get(`/v1/orders/${orders[0]}`)).body.failure).toEqual({
      kind: 'connection',
      reason: 'dns',
    });
  });

  it('takes three sellers: hosts of one or two say nothing', async () => {
    const { market, sold, setAway } = await open(SELLERS.slice(0, 2));
    setAway(true);
    const orders = await activateAll(market, sold);
    await moveUntil(market, 'the calls are given up', allAre(market, orders, 'failed'));
    expect(market.log.filter(({ message }) => message.startsWith('network'))).toEqual([]);
  });
});
