// docs/buy/agents.md#confirmation: above a limit a person, or an agent that may, agrees to a revision and a price.
import type { Client, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callTool, CITY, ERAS, openAgent, openAgentWorld, type AgentWorld } from './agent.ts';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.seller.calls.length = 0;
});

const WEATHER = { listing: 'weather', input: { city: 'Oslo' } };
const LIMIT = '?confirmAbove=0.01';
/** The agent may confirm where no person can be asked. */
const BY_AGENT = `${LIMIT}&confirm=agent`;

type Answer = (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

/** An agent whose user answers questions. */
async function openAsking(answer: Answer, query = LIMIT): Promise<Client> {
  const agent = await openAgent(world.market, {
    query,
    capabilities: { elicitation: { form: {} } },
  });
  agent.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  return agent;
}

let listings = 0;
/** A listing of its own, which a test may change. */
async function publishOne(amount: number, currency = 'USD'): Promise<{ id: string; slug: string }> {
  listings += 1;
  return await world.publish({
    title: `Report ${listings}`,
    price: { amount, currency },
    runContract: { inputSchema: CITY },
  });
}

const changePrice = (id: string, amount: number) =>
  world.market.api.patch(`/v1/listings/${id}`, { price: { amount } });

describe('a client that can ask', () => {
  it('asks with the revision, the price and the input, and buys when the user agrees', async () => {
    const asked: string[] = [];
    const agent = await openAsking(({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    });
    const run = await callTool(agent, 'run_listing', WEATHER);
    expect(run.data).toMatchObject({ orderState: 'completed', price: { amount: 0.02 } });
    expect(asked).toEqual([
      'weather (revision 1) costs 0.02 USD per call. That is above the limit of 0.01 USD for calls without confirmation. Buy this call? Input: {"city":"Oslo"}',
    ]);
  });

  it.each<ElicitResult>([
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
  ])('buys nothing when the user answers %o', async (answer) => {
    const agent = await openAsking(() => answer);
    const run = await callTool(agent, 'run_listing', WEATHER);
    expect(run).toMatchObject({ isError: true, data: { error: { type: 'declined' } } });
    expect(run.text).toContain('No order was placed.');
    expect(world.seller.calls).toHaveLength(0);
  });

  it('asks again when the price has changed while the user was thinking', async () => {
    const { id, slug } = await publishOne(0.02);
    const asked: string[] = [];
    const agent = await openAsking(async ({ message }) => {
      asked.push(message);
      if (asked.length === 1) await changePrice(id, 5);
      return { action: asked.length === 1 ? 'accept' : 'decline' };
    });
    const run = await callTool(agent, 'run_listing', { ...WEATHER, listing: slug });
    expect(run.data.error.type).toBe('declined');
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('has changed since the confirmation');
    expect(asked[1]).toContain('costs 5 USD');
    expect(world.seller.calls).toHaveLength(0);
  });

  it('does not ask for calls up to the limit, or for those that cost nothing', async () => {
    const { slug } = await publishOne(0, 'EUR');
    const agent = await openAsking(() => {
      throw new Error('asked');
    }, '?confirmAbove=0.02');
    expect((await callTool(agent, 'run_listing', WEATHER)).isError).toBe(false);
    const free = await callTool(agent, 'run_listing', { ...WEATHER, listing: slug });
    expect(free.isError).toBe(false);
  });

  it('asks about any price in a different currency', async () => {
    const { slug } = await publishOne(0.001, 'EUR');
    let asked = 0;
    const agent = await openAsking(() => {
      asked += 1;
      return { action: 'accept', content: {} };
    }, '?confirmAbove=5');
    const run = await callTool(agent, 'run_listing', { ...WEATHER, listing: slug });
    expect(run.isError).toBe(false);
    expect(asked).toBe(1);
  });

  it('does not ask about a call that the agent itself would not buy', async () => {
    const agent = await openAsking(() => {
      throw new Error('asked');
    });
    const run = await callTool(agent, 'run_listing', { ...WEATHER, maxPrice: 0.015 });
    expect(run.data.error.type).toBe('listing_changed');
  });
});

describe.each(ERAS)('a client of the %s protocol that cannot ask', (era) => {
  it('gets no code, and the agent is told what a person can do', async () => {
    const agent = await openAgent(world.market, { era, query: `${LIMIT}&listings=weather` });
    const refused = await callTool(agent, 'run_listing', WEATHER);
    const { city } = WEATHER.input;
    const own = await callTool(agent, 'weather', { city });
    for (const { isError, text, data } of [refused, own]) {
      expect(isError).toBe(true);
      expect(data.error).toEqual({
        type: 'confirmation_required',
        slug: 'weather',
        revision: 1,
        amount: 0.02,
        currency: 'USD',
        unit: 'call',
      });
      expect(text).toContain('No order was placed, and you cannot confirm it');
      expect(text).toContain('`mkt run weather`');
      expect(text).not.toContain('mkt_confirm');
    }
    expect(world.seller.calls).toHaveLength(0);
  });

  it('over HTTP cannot ask before 2026-07-28, also when its client could', async () => {
    let asked = 0;
    const agent = await openAgent(world.market, {
      era,
      query: LIMIT,
      capabilities: { elicitation: { form: {} } },
    });
    agent.setRequestHandler('elicitation/create', () => {
      asked += 1;
      return { action: 'decline' };
    });
    const { data, text } = await callTool(agent, 'run_listing', WEATHER);
    expect([asked, data.error.type]).toEqual(
      era === 'stateless' ? [1, 'declined'] : [0, 'confirmation_required'],
    );
    expect(text).not.toContain('mkt_confirm');
  });

  it('buys without a question up to the limit, and what is free', async () => {
    const agent = await openAgent(world.market, { era, query: '?confirmAbove=0.02' });
    expect((await callTool(agent, 'run_listing', WEATHER)).isError).toBe(false);
  });

  it('has no argument for a code, and accepts none that another session of the key was given', async () => {
    const lenient = await openAgent(world.market, { era, query: BY_AGENT });
    const { data } = await callTool(lenient, 'run_listing', WEATHER);
    const code = data.error.mkt_confirm as string;
    const strict = await openAgent(world.market, { era, query: `${LIMIT}&listings=weather` });
    const { tools } = await strict.listTools();
    expect(JSON.stringify(tools)).not.toContain('mkt_confirm');
    const attempts = [
      callTool(strict, 'run_listing', { ...WEATHER, mkt_confirm: code }),
      callTool(strict, 'weather', { ...WEATHER.input, mkt_confirm: code }),
      callTool(strict, 'run_listing', { ...WEATHER, idempotencyKey: `mcp-${code}` }),
    ];
    const types = (await Promise.all(attempts)).map((each) => each.data.error.type);
    expect(types).toEqual(['invalid_arguments', 'invalid_arguments', 'confirmation_required']);
    expect(world.seller.calls).toHaveLength(0);
  });
});

describe.each(ERAS)(
  'a client of the %s protocol that cannot ask, whose agent may confirm',
  (era) => {
    const confirmationOf = async (agent: Client, args: Record<string, unknown>) => {
      const asked = await callTool(agent, 'run_listing', args);
      expect(asked).toMatchObject({
        isError: true,
        data: { error: { type: 'confirmation_required', revision: 1, amount: 0.02 } },
      });
      expect(asked.text).toContain('No order was placed. Ask the user.');
      return asked.data.error.mkt_confirm as string;
    };

    it('buys when the agent repeats the call with the confirmation, once', async () => {
      const agent = await openAgent(world.market, { era, query: BY_AGENT });
      const confirm = await confirmationOf(agent, WEATHER);
      const agreed = { ...WEATHER, mkt_confirm: confirm };
      const [first, second] = [
        await callTool(agent, 'run_listing', agreed),
        await callTool(agent, 'run_listing', agreed),
      ];
      expect(first.data.orderState).toBe('completed');
      expect(second.data.orderId).toBe(first.data.orderId);
      expect(world.seller.calls).toHaveLength(1);
    });

    it('buys once with one confirmation, whatever idempotency keys the agent adds', async () => {
      const agent = await openAgent(world.market, { era, query: BY_AGENT });
      for (const asked of [{}, { idempotencyKey: `first-${era}` }]) {
        world.seller.calls.length = 0;
        const mkt_confirm = await confirmationOf(agent, { ...WEATHER, ...asked });
        const runs = await Promise.all(
          [{}, asked, { idempotencyKey: 'other' }].map((key) =>
            callTool(agent, 'run_listing', { ...WEATHER, ...key, mkt_confirm }),
          ),
        );
        const orders = runs.map(({ data }) => data.orderId);
        expect(orders).toEqual([expect.any(String), orders[0], orders[0]]);
        expect(world.seller.calls).toHaveLength(1);
      }
    });

    it('buys once with one idempotency key of the agent, however often the user agrees', async () => {
      const agent = await openAgent(world.market, { era, query: BY_AGENT });
      const call = { ...WEATHER, idempotencyKey: `report-${era}` };
      const orders: string[] = [];
      for (let round = 0; round < 2; round++) {
        const mkt_confirm = await confirmationOf(agent, call);
        const run = await callTool(agent, 'run_listing', { ...call, mkt_confirm });
        orders.push(run.data.orderId);
      }
      expect(orders[1]).toBe(orders[0]);
      expect(world.seller.calls).toHaveLength(1);
    });

    it('does not accept the confirmation for another input, key or text', async () => {
      const agent = await openAgent(world.market, { era, query: BY_AGENT });
      const confirm = await confirmationOf(agent, WEATHER);
      const other = await world.market.createAccount();
      const stranger = await openAgent(world.market, {
        era,
        query: BY_AGENT,
        apiKey: other.apiKey,
      });
      const altered = confirm.slice(0, -1) + (confirm.endsWith('A') ? 'B' : 'A');
      const attempts = [
        callTool(agent, 'run_listing', {
          ...WEATHER,
          input: { city: 'Rome' },
          mkt_confirm: confirm,
        }),
        callTool(agent, 'run_listing', { ...WEATHER, mkt_confirm: altered }),
        callTool(agent, 'run_listing', { ...WEATHER, mkt_confirm: 'yes' }),
        callTool(stranger, 'run_listing', { ...WEATHER, mkt_confirm: confirm }),
      ];
      for (const { data } of await Promise.all(attempts)) {
        expect(data.error.type).toBe('confirmation_required');
      }
      expect(world.seller.calls).toHaveLength(0);
    });

    it('does not accept the confirmation after the price has changed', async () => {
      const { id, slug } = await publishOne(0.02);
      const args = { ...WEATHER, listing: slug };
      const agent = await openAgent(world.market, { era, query: BY_AGENT });
      const confirm = await confirmationOf(agent, args);
      await changePrice(id, 0.03);
      const run = await callTool(agent, 'run_listing', { ...args, mkt_confirm: confirm });
      expect(run.data.error).toMatchObject({ type: 'confirmation_required', amount: 0.03 });
    });

    it('confirms the tool of a listing in the same way', async () => {
      const agent = await openAgent(world.market, { era, query: `${BY_AGENT}&listings=weather` });
      const asked = await callTool(agent, 'weather', { city: 'Oslo' });
      const mkt_confirm = asked.data.error.mkt_confirm as string;
      const run = await callTool(agent, 'weather', { city: 'Oslo', mkt_confirm });
      expect(run.data.result).toEqual({ echo: { city: 'Oslo' } });
    });
  },
);
