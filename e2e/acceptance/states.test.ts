// docs/sell/listings.md#states.
import {
  LISTING_STATE_CHANGES,
  LISTING_STATES,
  PROVIDER_STATUSES,
  listingStateOf,
  type ListingState,
  type ProviderStatus,
} from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { providerIn } from './provider-in-state.ts';

const market = await openMarket();
const { api } = market;

const readProvider = async (id: string) => (await api.get(`/v1/providers/${id}`)).body;

/** The table of docs/sell/listings.md#states, repeated here to detect a mistake in the shared one. */
const MAY_BECOME: Record<ProviderStatus, ListingState[]> = {
  draft: [],
  pending_review: [],
  flagged: [],
  published: ['paused', 'archived'],
  paused: ['published', 'archived'],
  archived: [],
};

describe.concurrent('a PATCH from one state to another', () => {
  it('follows the same table as the protocol package', () => {
    expect(LISTING_STATE_CHANGES).toEqual(MAY_BECOME);
  });

  for (const status of PROVIDER_STATUSES) {
    for (const requested of LISTING_STATES) {
      const isHere = listingStateOf(status) === requested;
      const isAllowed = MAY_BECOME[status].includes(requested);
      const verdict = isHere ? 'changes nothing' : isAllowed ? 'is applied' : 'is refused with 409';

      it(`${status} → ${requested} ${verdict}`, async () => {
        const { provider, release } = await providerIn(market, status);
        expect(provider.status).toBe(status);
        expect(provider.listingState).toBe(listingStateOf(status));

        const response = await api.patch(`/v1/listings/${provider.id}`, {
          listingState: requested,
        });

        const after = await readProvider(provider.id);
        if (isHere) {
          expect(response.status, response.text).toBe(200);
          expect(after).toEqual(provider);
        } else if (isAllowed) {
          expect(response.status, response.text).toBe(200);
          expect(response.body.listingState).toBe(requested);
          expect(after.status).toBe(requested);
        } else {
          const error = expectError(response, 409, 'invalid_state_transition');
          expect(error).toMatchObject({ from: status, status });
          expect(error.to).toBe(requested);
          expect(error.allowed.toSorted()).toEqual(MAY_BECOME[status].toSorted());
          expect(after).toEqual(provider);
        }
        release();
      });
    }
  }
});

describe.concurrent('a transition and other changes in one request', () => {
  for (const status of ['draft', 'flagged', 'archived'] as const) {
    it(`are both refused when the state ${status} does not allow the transition`, async () => {
      const { provider } = await providerIn(market, status);
      const response = await api.patch(`/v1/listings/${provider.id}`, {
        title: 'Another title',
        price: { amount: 9 },
        listingState: 'published',
      });
      expect(response.status, response.text).toBe(409);
      expect(await readProvider(provider.id)).toEqual(provider);
    });
  }

  it('are both refused when a field is invalid', async () => {
    const { provider } = await providerIn(market, 'published');
    const response = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      price: { amount: -1 },
    });
    expectError(response, 400, 'invalid_request');
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('are both refused when the run contract fails the review', async () => {
    const { provider, seller } = await providerIn(market, 'published');
    const response = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      title: 'Not applied',
      runContract: { ...provider.runContract, endpointPath: `${seller.url}/gone` },
    });
    expectError(response, 422, 'review_failed');
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('are both applied when both are valid', async () => {
    const { provider } = await providerIn(market, 'published');
    const { body } = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      title: 'Paused and renamed',
    });
    expect(body).toMatchObject({ listingState: 'paused', title: 'Paused and renamed' });
  });
});

describe.concurrent('a listing', () => {
  it('goes from pending_review to published, and reads as draft meanwhile', async () => {
    const { provider, release } = await providerIn(market, 'pending_review');
    expect(provider).toMatchObject({ status: 'pending_review', listingState: 'draft' });
    release();
    expect(await reviewed(api, provider.id)).toMatchObject({
      status: 'published',
      listingState: 'published',
      reviewRejectionReason: null,
    });
  });

  it('is saved as a draft without a review, and reviewed when it is submitted', async () => {
    const { provider, seller } = await providerIn(market, 'draft');
    expect(seller.requests).toEqual([]);
    const submitted = await api.post(`/v1/providers/${provider.id}/submit`, {});
    expect(submitted.status).toBe(202);
    expect(submitted.body).toMatchObject({ status: 'pending_review', listingState: 'draft' });
    expect((await reviewed(api, provider.id)).status).toBe('published');
  });

  it('can be submitted without a body', async () => {
    const { provider } = await providerIn(market, 'draft');
    const submitted = await api.post(`/v1/providers/${provider.id}/submit`);
    expect(submitted.status, submitted.text).toBe(202);
  });

  it('can be submitted again when it is flagged', async () => {
    const { provider } = await providerIn(market, 'flagged');
    expect(provider.reviewRejectionReason).toMatch(/\S/);
    expect((await api.post(`/v1/providers/${provider.id}/submit`, {})).status).toBe(202);
    expect((await reviewed(api, provider.id)).status).toBe('flagged');
  });

  for (const status of ['pending_review', 'published', 'paused', 'archived'] as const) {
    it(`cannot be submitted when it is ${status}: 409`, async () => {
      const { provider, release } = await providerIn(market, status);
      const response = await api.post(`/v1/providers/${provider.id}/submit`, {});
      expect(response.status, response.text).toBe(409);
      expect(await readProvider(provider.id)).toEqual(provider);
      release();
    });
  }

  it('is reviewed for one of two simultaneous submissions (202), and the other is refused (409)', async () => {
    const { provider } = await providerIn(market, 'draft');
    const submit = () => api.post(`/v1/providers/${provider.id}/submit`, {});
    const statuses = (await Promise.all([submit(), submit()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 409]);
  });

  it('can be paused and resumed any number of times, and archived permanently', async () => {
    const { provider } = await providerIn(market, 'published');
    const changeTo = async (listingState: string) =>
      (await api.patch(`/v1/listings/${provider.id}`, { listingState })).body.listingState;
    expect(await changeTo('paused')).toBe('paused');
    expect(await changeTo('published')).toBe('published');
    expect(await changeTo('paused')).toBe('paused');
    expect(await changeTo('archived')).toBe('archived');
    expect(await readProvider(provider.id)).toMatchObject({ status: 'archived' });
  });

  it('is changed completely or not at all by each of many simultaneous transitions', async () => {
    const { provider } = await providerIn(market, 'published');
    const requested = ['paused', 'archived', 'published', 'paused', 'archived'];
    const responses = await Promise.all(
      requested.map((listingState) => api.patch(`/v1/listings/${provider.id}`, { listingState })),
    );
    for (const { status } of responses) expect([200, 409]).toContain(status);
    expect((await readProvider(provider.id)).status).toBe('archived');
  });
});

describe.concurrent('deleting a listing', () => {
  for (const status of ['draft', 'flagged'] as const) {
    it(`is possible while it is ${status}`, async () => {
      const { provider } = await providerIn(market, status);
      expect((await api.delete(`/v1/providers/${provider.id}`)).status).toBe(204);
      expectError(await api.get(`/v1/providers/${provider.id}`), 404, 'not_found');
      expectError(await api.get(`/v1/listings/${provider.slug}`), 404, 'not_found');
      expectError(await api.delete(`/v1/providers/${provider.id}`), 404, 'not_found');
    });
  }

  for (const status of ['published', 'paused', 'archived'] as const) {
    it(`is refused when it is ${status}, because it has been published`, async () => {
      const { provider } = await providerIn(market, status);
      const response = await api.delete(`/v1/providers/${provider.id}`);
      expectError(response, 409, 'provider_was_published');
      expect(await readProvider(provider.id)).toEqual(provider);
    });
  }

  it('a listing under review is either deleted, or the response says that the review is running', async () => {
    const { provider, release } = await providerIn(market, 'pending_review');
    const response = await api.delete(`/v1/providers/${provider.id}`);
    expect([204, 409]).toContain(response.status);
    if (response.status === 409) expectError(response, 409, 'review_in_progress');
    release();
  });
});

describe.concurrent('a change of content', () => {
  it('re-submits a flagged listing', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const runContract = { requestExampleJson: null };
    const response = await api.patch(`/v1/listings/${provider.id}`, { runContract });
    expect(response.status, response.text).toBe(200);
    expect(await reviewed(api, provider.id)).toMatchObject({
      status: 'published',
      reviewRejectionReason: null,
    });
  });

  it('does not re-submit a flagged listing when every value stays the same', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const response = await api.patch(`/v1/listings/${provider.id}`, { title: provider.title });
    expect(response.status, response.text).toBe(200);
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('is saved during a review, except for a change of the run contract', async () => {
    const { provider, seller, release } = await providerIn(market, 'pending_review');
    const path = `/v1/listings/${provider.id}`;
    const runContract = { endpointPath: `${seller.url}/elsewhere` };
    const change = await api.patch(path, { price: { amount: 9 }, runContract });
    expectError(change, 409, 'review_in_progress');
    expect(await readProvider(provider.id)).toEqual(provider);
    const price = { amount: 0.05, unit: 'call' };
    const priced = await api.patch(path, { price, runContract: provider.runContract });
    expect(priced.status, priced.text).toBe(200);
    release();
    expect(await reviewed(api, provider.id)).toMatchObject({ status: 'published', price });
  });

  it('is refused for an archived listing, unless it is the record that was read', async () => {
    const { provider } = await providerIn(market, 'archived');
    const path = `/v1/listings/${provider.id}`;
    expectError(await api.patch(path, { title: 'Another' }), 409, 'listing_archived');
    const both = { title: 'Another', listingState: 'archived' };
    expectError(await api.patch(path, both), 409, 'listing_archived');
    const read = (await api.get(path)).body;
    expect((await api.patch(path, read)).status).toBe(200);
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  for (const status of ['pending_review', 'archived', 'flagged'] as const) {
    it(`reports an invalid schema first, even when the listing is ${status}`, async () => {
      const { provider, seller, release } = await providerIn(market, status);
      const runContract = runContractOf(seller, { outputSchema: { type: 'strnig' } });
      const response = await api.patch(`/v1/listings/${provider.id}`, { runContract });
      expectError(response, 400, 'invalid_schema');
      expect(await readProvider(provider.id)).toEqual(provider);
      release();
    });
  }

  it('is saved for a draft without a review', async () => {
    const { provider, seller } = await providerIn(market, 'draft');
    const response = await api.patch(`/v1/listings/${provider.id}`, { title: 'Better words' });
    expect(response.body).toMatchObject({ title: 'Better words', listingState: 'draft' });
    expect((await readProvider(provider.id)).status).toBe('draft');
    expect(seller.requests).toEqual([]);
  });
});
