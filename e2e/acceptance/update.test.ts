// docs/sell/listings.md#changes.
import { describe, expect, it } from 'vitest';
import { newTitle, runContractOf, TEXT_INPUT } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { activate, openMarket } from './market.ts';
import { BAD_EXAMPLE, providerIn } from './provider-in-state.ts';

const market = await openMarket();
const { api } = market;

const patch = (id: string, body: unknown) => api.patch(`/v1/listings/${id}`, body);
const readProvider = async (id: string) => (await api.get(`/v1/providers/${id}`)).body;
/** Everything but its health, because a probe may run at any time. */
const readContent = async (id: string) => {
  const { health: _h, ...content } = await readProvider(id);
  return content;
};
const publishFull = async () => {
  const seller = await market.seller();
  return market.publish({
    seller,
    provider: {
      title: newTitle('Full'),
      description: 'Words.',
      category: 'data',
      tags: ['text'],
      price: { amount: 0.5, unit: 'page', currency: 'EUR' },
      runContract: runContractOf(seller, {
        healthEndpoint: `${seller.url}/health`,
        inputSchema: TEXT_INPUT,
        outputSchema: { type: 'object' },
        requestExampleJson: '{"text":"Hi"}',
      }),
    },
  });
};

describe.concurrent('a PATCH of a listing', () => {
  it('one field can be changed, and the others stay', async () => {
    const { provider } = await publishFull();
    const { status, body } = await patch(provider.id, { title: 'A better title' });
    expect(status).toBe(200);
    const { warnings: _w, ...listing } = body;
    const { updatedAt, ...after } = await readContent(provider.id);
    expect(after).toMatchObject({ title: 'A better title', revision: 1, description: 'Words.' });
    expect(listing.title).toBe('A better title');
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(provider.updatedAt));
    expect(listing.createdAt).toBe(provider.createdAt);
  });

  it('can change every field at once', async () => {
    const { provider, seller } = await publishFull();
    const changes = {
      title: 'All new',
      description: 'All new words.',
      category: 'ai',
      tags: ['new'],
      price: { amount: 2, unit: 'call', currency: 'USD' },
      runContract: runContractOf(seller),
      listingState: 'paused',
    };
    const { status, body } = await patch(provider.id, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject(changes);
  });

  it('a body without fields changes nothing', async () => {
    const { provider } = await publishFull();
    const before = await readContent(provider.id);
    expect((await patch(provider.id, {})).status).toBe(200);
    expect(await readContent(provider.id)).toEqual(before);
  });

  it('the record that was read can be sent back, which changes nothing and makes no request to the seller', async () => {
    const { provider, seller } = await publishFull();
    const calls = seller.requests.length;
    const before = await readContent(provider.id);
    const listing = (await api.get(`/v1/listings/${provider.id}`)).body;
    expect((await patch(provider.id, listing)).status).toBe(200);
    expect((await patch(provider.id, provider)).status).toBe(200);
    expect(await readContent(provider.id)).toEqual(before);
    expect(seller.requests.slice(calls).filter(({ path }) => path === '/run')).toEqual([]);
  });

  it('null clears nullable fields', async () => {
    const { provider } = await publishFull();
    const { status, body } = await patch(provider.id, {
      description: null,
      category: null,
      tags: null,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: null, category: null, tags: null });
  });

  for (const field of ['title', 'price', 'runContract', 'listingState']) {
    it(`null is refused for ${field}`, async () => {
      const { provider } = await providerIn(market, 'draft');
      const error = expectError(
        await patch(provider.id, { description: 'No', [field]: null }),
        400,
        'invalid_request',
      );
      expect(pathsOf(error)).toEqual([`/${field}`]);
      expect(await readProvider(provider.id)).toEqual(provider);
    });
  }

  it('an unknown field is refused and named', async () => {
    const { provider } = await providerIn(market, 'draft');
    const error = expectError(
      await patch(provider.id, { title: 'No', colour: 'red' }),
      400,
      'invalid_request',
    );
    expect(pathsOf(error)).toEqual(['/colour']);
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('a category of the seller’s own is accepted with a warning', async () => {
    const { provider } = await providerIn(market, 'published');
    const { status, body } = await patch(provider.id, { category: 'Gardening' });
    expect(status).toBe(200);
    expect(body.category).toBe('Gardening');
    expect(body.warnings.map(({ path }: any) => path)).toEqual(['/category']);
  });

  it('read-only fields change nothing', async () => {
    const { provider } = await providerIn(market, 'draft');
    const { status } = await patch(provider.id, {
      id: '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01',
      slug: 'stolen',
      userId: 'x',
      status: 'published',
      revision: 9,
      createdAt: 5,
      health: null,
    });
    expect(status).toBe(200);
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('does not overwrite a simultaneous change', async () => {
    const { provider } = await providerIn(market, 'draft');
    const responses = await Promise.all([
      patch(provider.id, { description: 'One' }),
      patch(provider.id, { category: 'ai' }),
      patch(provider.id, { tags: ['two'] }),
    ]);
    const after = await readProvider(provider.id);
    const expected = [{ description: 'One' }, { category: 'ai' }, { tags: ['two'] }];
    for (const [i, { status }] of responses.entries()) {
      if (status === 200) expect(after).toMatchObject(expected[i] ?? {});
    }
    expect(responses.some(({ status }) => status === 200)).toBe(true);
  });
});

describe.concurrent('a PATCH of the price', () => {
  it('changes only the given fields', async () => {
    const { provider } = await publishFull();
    expect((await patch(provider.id, { price: { amount: 0.75 } })).body.price).toEqual({
      amount: 0.75,
      unit: 'page',
      currency: 'EUR',
    });
    expect((await patch(provider.id, { price: { unit: 'call' } })).body.price.unit).toBe('call');
    expect((await patch(provider.id, { price: { currency: 'usd' } })).body.price).toEqual({
      amount: 0.75,
      unit: 'call',
      currency: 'USD',
    });
  });

  it('increments the revision only when the price changes', async () => {
    const { provider } = await publishFull();
    const revisionAfter = async (body: unknown) => (await patch(provider.id, body)).body.revision;
    expect(await revisionAfter({ price: { amount: 0.5 } })).toBe(1);
    expect(await revisionAfter({ price: provider.price })).toBe(1);
    expect(await revisionAfter({ title: 'No revision' })).toBe(1);
    expect(await revisionAfter({ price: { amount: 0.6 } })).toBe(2);
    expect(await revisionAfter({ price: { currency: 'eur' } })).toBe(2);
    expect(await revisionAfter({ listingState: 'paused' })).toBe(2);
    expect(await revisionAfter({ price: { amount: 0.7 } })).toBe(3);
  });

  it('does not affect earlier orders, which keep their price and revision', async () => {
    const { provider } = await market.publish({ provider: { price: { amount: 1 } } });
    const first = await activate(api, provider.id, {});
    await patch(provider.id, { price: { amount: 3 } });
    const second = await activate(api, provider.id, {});
    expect((await api.get(`/v1/orders/${first.id}`)).body).toEqual(first);
    expect(first).toMatchObject({ revision: 1, price: { amount: 1, unit: 'call' } });
    expect(second).toMatchObject({ revision: 2, price: { amount: 3, unit: 'call' } });
  });
});

describe.concurrent('a PATCH of the run contract', () => {
  it('keeps missing fields, clears null ones and increments the revision', async () => {
    const { provider } = await publishFull();
    const runContract = { method: 'PUT', outputSchema: null, healthEndpoint: null };
    const { body } = await patch(provider.id, { runContract });
    const { outputSchema: _o, healthEndpoint: _h, ...rest } = provider.runContract;
    expect(body.runContract).toEqual({ ...rest, method: 'PUT' });
    expect(body.revision).toBe(2);
    expect(body.listingState).toBe('published');
  });

  it('a published listing is reviewed first: HEAD and GET are sent again', async () => {
    const { provider, seller } = await publishFull();
    const before = seller.requestsTo('HEAD /run').length;
    const runContract = { ...provider.runContract, inputSchema: { type: 'object' } };
    expect((await patch(provider.id, { runContract })).status).toBe(200);
    expect(seller.requestsTo('HEAD /run').length).toBe(before + 1);
  });

  it('cannot remove its endpoint or its method', async () => {
    const { provider } = await publishFull();
    const before = await readContent(provider.id);
    for (const name of ['endpointPath', 'method']) {
      const runContract = { [name]: null };
      const error = expectError(await patch(provider.id, { runContract }), 400, 'invalid_request');
      expect(pathsOf(error)).toEqual([`/runContract/${name}`]);
    }
    expect(await readContent(provider.id)).toEqual(before);
  });

  for (const status of ['published', 'paused'] as const) {
    it(`a ${status} listing that fails the review does not change, which prevents bait and switch`, async () => {
      const { provider, seller } = await providerIn(market, status);
      seller.on('HEAD /elsewhere', () => ({ status: 500 }));
      const response = await patch(provider.id, {
        title: 'Switched',
        runContract: { method: 'POST', endpointPath: `${seller.url}/elsewhere` },
      });
      const error = expectError(response, 422, 'review_failed');
      const failed = error.checks.filter(({ outcome }: any) => outcome === 'failed');
      expect(failed.map(({ name }: any) => name)).toEqual(['reachability']);
      expect(await readProvider(provider.id)).toEqual(provider);
    });
  }

  it('offensive words in an example fail the review', async () => {
    const { provider } = await providerIn(market, 'published');
    const runContract = { ...provider.runContract, ...BAD_EXAMPLE };
    const error = expectError(await patch(provider.id, { runContract }), 422, 'review_failed');
    expect(error.checks.find(({ ok }: any) => !ok).name).toBe('content');
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('applies to the next order', async () => {
    const { provider, seller } = await publishFull();
    seller.on('PUT /run', () => ({ body: '{"by":"PUT"}' }));
    await patch(provider.id, { runContract: { method: 'PUT', inputSchema: null } });
    const order = await activate(api, provider.id, { anything: true });
    expect(order).toMatchObject({ orderState: 'completed', result: { by: 'PUT' }, revision: 2 });
  });
});

describe.concurrent('changed text of a listing', () => {
  for (const status of ['published', 'paused'] as const) {
    for (const [field, value] of [
      ['title', 'The fucking bullshit'],
      ['description', 'It is fucking bullshit.'],
      ['tags', ['fucking bullshit']],
    ] as const) {
      it(`a new ${field} of a ${status} listing is checked for its content`, async () => {
        const { provider, seller } = await providerIn(market, status);
        const before = seller.requests.length;
        const response = await patch(provider.id, { [field]: value, price: { amount: 5 } });
        const error = expectError(response, 422, 'review_failed');
        const failed = error.checks.filter(({ outcome }: any) => outcome === 'failed');
        expect(failed.map(({ name }: any) => name)).toEqual(['content']);
        expect(await readProvider(provider.id)).toEqual(provider);
        expect(seller.requests.length).toBe(before);
      });
    }
  }

  it('is not checked in a draft until it is submitted', async () => {
    const { provider } = await providerIn(market, 'draft');
    expect((await patch(provider.id, { title: 'The fucking bullshit' })).status).toBe(200);
  });
});
