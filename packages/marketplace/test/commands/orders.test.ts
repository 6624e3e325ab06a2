// docs/operate/run.md#orders: an operator sees which orders wait or fail, and why, while the server runs.
import { describe, expect, it } from 'vitest';
import { type Market, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { commandsIn } from '../../../../scripts/documentation/find-commands.ts';
import { read } from '../../../../scripts/documentation/pages.ts';
import { hold, json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { runInProcess } from './run-in-process.ts';

const GUIDES = ['docs/operate/run.md', 'docs/operate/monitor.md'];

/** Where a command finds the data of a market. */
const locationOf = ({ home: { folder, database } }: Market): string[] =>
  database === undefined ? ['--data', folder ?? ''] : ['--database', database];

async function run(market: Market, ...args: string[]) {
  const { code, stdout, stderr } = await runInProcess([...args, ...locationOf(market)]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return { stdout, stderr };
}

async function listed(market: Market, ...args: string[]): Promise<any[]> {
  return JSON.parse((await run(market, 'orders', 'list', ...args, '--json')).stdout);
}

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

/** One sentence, and nothing on stdout. */
async function refused(market: Market, ...args: string[]) {
  const { code, stdout, stderr } = await runInProcess([...args, ...locationOf(market)]);
  expect(stdout).toBe('');
  return { code, stderr };
}

describe.each(MARKETS)('orders of a market that runs, on $name', ({ openMarket, newHome }) => {
  async function openWithOrders() {
    const market = await openMarket({
      ...(await newHome()),
      environment: { MKT_CALLS_PER_SELLER: '1' },
    });
    const seller = await openSeller({
      'POST /run': ({ body }, response) => {
        const { does } = JSON.parse(body.toString());
        if (does === 'refuse') return json({ error: 'Closed on Mondays' }, 503);
        if (does === 'garble') return { body: '<html>' };
        return does === 'hang' ? hold({} as never, response) : json({ secretResult: 1 });
      },
    });
    const listing = await publish(market, seller);
    const buyer = await market.otherApi({ email: 'buyer@example.com' });
    const place = async (does: string, wait: number, api = market.api) =>
      (await api.activate(listing.id, { does }, wait)).body.id as string;
    const completed = await place('work', 20);
    const failed = await place('refuse', 20, buyer);
    const garbled = await place('garble', 20);
    const running = await place('hang', 0);
    const waiting = [await place('first', 0), await place('second', 0, buyer)];
    return { market, seller, listing, completed, failed, garbled, running, waiting };
  }

  it('lists them by state, failure, account, listing and age, a page at a time', async () => {
    const { market, listing, completed, failed, garbled, running, waiting } =
      await openWithOrders();
    const all = [completed, failed, garbled, running, ...waiting];
    expect(idsOf(await listed(market))).toEqual(all.toReversed());
    expect(idsOf(await listed(market, '--state', 'pending'))).toEqual(waiting);
    expect(idsOf(await listed(market, '--state', 'running'))).toEqual([running]);
    expect(idsOf(await listed(market, '--state', 'completed'))).toEqual([completed]);
    expect(idsOf(await listed(market, '--state', 'failed'))).toEqual([garbled, failed]);
    expect(idsOf(await listed(market, '--kind', 'seller_status'))).toEqual([failed]);
    const buyer = ['--buyer', 'buyer@example.com'];
    expect(idsOf(await listed(market, ...buyer))).toEqual([waiting[1], failed]);
    expect(idsOf(await listed(market, ...buyer, '--kind', 'invalid_json'))).toEqual([]);
    const seller = ['--seller', listing.userId];
    expect(idsOf(await listed(market, ...seller, '--state', 'failed'))).toEqual([garbled, failed]);
    expect(idsOf(await listed(market, ...seller, '--state', 'pending'))).toEqual(waiting);
    expect(idsOf(await listed(market, '--listing', listing.slug, '--limit', '1'))).toEqual([
      waiting[1],
    ]);
    expect(idsOf(await listed(market, '--newer-than', '1h'))).toHaveLength(6);
    expect(idsOf(await listed(market, '--older-than', '1h'))).toEqual([]);

    const page = await run(market, 'orders', 'list', '--state', 'pending', '--limit', '1');
    expect(page.stderr).toBe(`There are more: add --after ${waiting[0]}\n`);
    expect(page.stdout).toContain(waiting[0]);
    const next = ['--state', 'pending', '--limit', '1', '--after', waiting[0] ?? ''];
    expect(idsOf(await listed(market, ...next))).toEqual([waiting[1]]);
  });

  it('shows why one failed, and data of its buyer only when asked', async () => {
    const { market, listing, failed, completed, waiting } = await openWithOrders();
    const { stdout } = await run(market, 'orders', 'show', failed);
    const shown = JSON.parse(stdout);
    expect(shown).toMatchObject({
      id: failed,
      orderState: 'failed',
      errorMessage: 'Upstream service returned 503',
      failure: { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'Closed on Mondays' },
      listing: { id: listing.id, slug: listing.slug, status: 'published' },
      seller: { accountId: listing.userId },
      buyer: { emails: ['buyer@example.com'] },
      charged: false,
      requestBytes: JSON.stringify({ does: 'refuse' }).length,
      resultBytes: null,
    });
    expect(Date.parse(shown.completedAt)).toBeGreaterThanOrEqual(Date.parse(shown.startedAt));
    const plain = await run(market, 'orders', 'show', completed, '--json');
    expect(plain.stdout).not.toMatch(/secretResult|"does"/);
    for (const more of [[], ['--json']]) {
      const bodies = await run(market, 'orders', 'show', completed, '--bodies', ...more);
      expect(JSON.parse(bodies.stdout)).toMatchObject({
        metadata: {},
        requestBody: { does: 'work' },
        result: { secretResult: 1 },
      });
    }
    const pending = JSON.parse((await run(market, 'orders', 'show', waiting[0] ?? '')).stdout);
    expect(pending).toMatchObject({ orderState: 'pending', startedAt: null, leaseOwner: null });
    expect(pending.waitedMs).toBeGreaterThanOrEqual(0);
  });

  it('lists the listings that fail, the worst first, with what their orders failed of', async () => {
    const { market, listing, garbled, completed } = await openWithOrders();
    const quiet = await openSeller();
    await publish(market, quiet, { title: 'Without orders' });
    const broken = await openSeller({ 'POST /run': () => json({}, 500) });
    const api = await market.otherApi();
    const worst = await publish(market, broken, { title: 'Broken', api });
    for (let n = 0; n < 3; n++) await market.api.activate(worst.id, { n }, 20);

    const args = ['listings', 'health', '--json'];
    const health = JSON.parse((await run(market, ...args)).stdout);
    expect(health.map(({ slug }: { slug: string }) => slug)).toEqual([worst.slug, listing.slug]);
    expect(health).toMatchObject([
      {
        orders: 3,
        failed: 3,
        successRate: 0,
        failures: [{ kind: 'seller_status', sellerStatus: 500, count: 3 }],
      },
      { orders: 6, completed: 1, failed: 2, waiting: 2, running: 1, probe: 'not_configured' },
    ]);
    expect(health[1].failures).toContainEqual({
      kind: 'invalid_json',
      sellerStatus: 200,
      count: 1,
    });
    expect(health[1].lastFailure).toMatchObject({ orderId: garbled });
    expect(completed).not.toBe(garbled);
    const text = (await run(market, 'listings', 'health', '--limit', '1')).stdout;
    expect(text).toMatch(/^slug +orders +failed +success +waiting +probe +failures\n/);
    expect(text).toContain(`${worst.slug}  3`);
    expect(text).toContain('0 %');
    expect(text).toContain('seller_status 500 ×3');
    expect(text).not.toContain(listing.slug);
  });

  it('are what every command of the guides shows', async () => {
    const { market, failed } = await openWithOrders();
    const shown = GUIDES.flatMap((path) => commandsIn({ path, text: read(path) }));
    const commands = shown.filter(
      ({ words: [program, noun, verb] }) =>
        program === 'mkt-marketplace' && (noun === 'orders' || verb === 'health'),
    );
    const typed = new Set(commands.map(({ words }) => words.slice(1).join(' ')));
    expect(typed.size).toBeGreaterThan(8);
    for (const command of typed) {
      const [filled = ''] = command
        .replace('<id>', failed)
        .replace('ann@example.com', 'buyer@example.com')
        .split(' --data');
      await run(market, ...filled.split(' '));
    }
  });

  it('are refused with one sentence if the order, the account or an option is wrong', async () => {
    const market = await openMarket(await newHome());
    const wrong = [
      [1, 'No order has the id 17.', 'orders', 'show', '17'],
      [1, 'No account has the id or email address nobody', 'orders', 'list', '--seller', 'nobody'],
      [1, 'nothing', 'orders', 'list', '--listing', 'nothing'],
      [1, 'has no kind of failure', 'orders', 'list', '--kind', 'tls', '--state', 'completed'],
      [2, 'such as 90s, 15m, 2h or 7d', 'orders', 'list', '--newer-than', 'yesterday'],
      [2, 'from 1 to 1000', 'orders', 'list', '--limit', '0'],
      [2, 'Allowed choices are', 'orders', 'list', '--state', 'lost'],
      [2, 'id of an order', 'orders', 'list', '--after', '17'],
      [2, 'such as 90s', 'listings', 'health', '--newer-than', '5'],
    ] as const;
    for (const [code, sentence, ...args] of wrong) {
      const refusal = await refused(market, ...args);
      expect([refusal.code, refusal.stderr]).toEqual([code, expect.stringContaining(sentence)]);
    }
  });
});
