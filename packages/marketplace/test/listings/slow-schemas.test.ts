// docs/buy/orders.md#what-is-checked-first: an input that takes too long to validate is refused and
// counted, and delays no one else.
import { describe, expect, it } from 'vitest';
import { newFolder, publish } from '../market.ts';
import { EMBEDDED, MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { json } from '../../../../test-bed/seller.ts';

const branches = Array.from({ length: 100 }, (_, n) => ({ type: 'string', minLength: 100 - n }));
const SLOW = {
  type: 'array',
  items: { allOf: Array.from({ length: 3 }, () => ({ anyOf: branches })) },
};
const SLOW_INPUT = Array.from({ length: 60_000 }, () => 'x');

describe.each(MARKETS)('a value that cannot be validated in time, on $name', (engine) => {
  const { openMarket, newHome } = engine;

  it('is refused as an input and counted for the seller, and the listing stays for sale', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const seller = await openSeller();
    const buyer = await market.otherApi();
    const { id } = await publish(market, seller, { runContract: { inputSchema: SLOW } });
    const provider = async ({ api }: Pick<typeof market, 'api'> = market) =>
      (await api.get(`/v1/providers/${id}`)).body;
    for (let n = 1; n <= 4; n++) {
      const { status, body } = await buyer.activate(id, SLOW_INPUT);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        type: 'invalid_input',
        details: [{ path: '', keyword: 'timeout' }],
      });
      expect(await provider()).toMatchObject({ status: 'published', slowInputs: n });
    }
    expect(seller.calls).toEqual([]);
    expect((await buyer.get('/v1/orders')).body.data).toEqual([]);
    expect((await buyer.activate(id, ['x'], 20)).body.orderState).toBe('completed');
    const shown = await buyer.get(`/v1/marketplace/listings/${id}`);
    expect(shown.body).not.toHaveProperty('slowInputs');
    await market.close();

    const again = await openMarket({ ...home });
    expect(await provider(again)).toMatchObject({ slowInputs: 4 });
    const [listed] = (await again.api.get('/v1/providers')).body.data;
    expect(listed).toMatchObject({ id, slowInputs: 4 });
    const texts = { title: 'Another title', runContract: { outputSchema: { type: 'object' } } };
    await again.api.patch(`/v1/listings/${id}`, texts);
    expect(await provider(again)).toMatchObject({ title: 'Another title', slowInputs: 4 });
    const simpler = { runContract: { inputSchema: { ...SLOW, maxItems: 9 } } };
    await again.api.patch(`/v1/listings/${id}`, simpler);
    expect(await provider(again)).toMatchObject({ slowInputs: 0 });
  });

  it('leaves its order completed without a verdict as a result', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': () => json(SLOW_INPUT) });
    const { id } = await publish(market, seller, { runContract: { outputSchema: SLOW } });
    const { body } = await market.api.activate(id, {}, 20);
    expect(body).toMatchObject({ orderState: 'completed', outputValid: null, outputErrors: null });
  });
});

describe.each(EMBEDDED)(
  'inputs that take long to validate, on $name',
  ({ openMarket, newHome }) => {
    it('those of one buyer, at many listings of one seller, delay neither other buyers nor other sellers', async () => {
      const home = await newHome();
      const market = await openMarket({ folder: newFolder(), ...home });
      const seller = await openSeller();
      const slow: string[] = [];
      for (let n = 0; n < 6; n++) {
        const { id } = await publish(market, seller, { runContract: { inputSchema: SLOW } });
        slow.push(id);
      }
      const [buyer, other] = [await market.otherApi(), await market.otherApi()];
      const another = await publish(market, seller, {
        api: other,
        runContract: { inputSchema: { ...SLOW, $comment: 'another text' } },
      });
      const input = ['x', ...SLOW_INPUT.slice(0, 100)];
      expect((await buyer.activate(another.id, input, 20)).status).toBe(201);
      const ended: string[] = [];
      const activate = async (who: string, api: typeof buyer, id: string, value: string[]) => {
        const { status } = await api.activate(id, value, 20);
        ended.push(`${who} ${status}`);
      };
      const hostile = slow.map((id) => activate('hostile', market.api, id, SLOW_INPUT));
      await Promise.all([
        activate('same seller', buyer, slow[0] ?? '', input),
        activate('another seller', other, another.id, input),
      ]);
      expect(ended.filter((each) => each.startsWith('hostile')).length).toBeLessThanOrEqual(3);
      expect(ended).toEqual(expect.arrayContaining(['same seller 201', 'another seller 201']));
      await Promise.all(hostile);
    });
  },
);
