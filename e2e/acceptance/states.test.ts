// docs/listings.md#states.
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
import { providerIn } from './provider-in.ts';

const market = await openMarket();
const { api } = market;

const readProvider = async (id: string) => (await api.get(`/v1/providers/${id}`)).body;

/**
 * The table of docs/listings.md#states, written again here so that a slip in the shared one is
 * seen.
 */
const MAY_BECOME: Record<ProviderStatus, ListingState[]> = {
  draft: [],
  pending_review: [],
  flagged: [],
  published: ['paused', 'archived'],
  paused: ['published', 'archived'],
  archived: [],
};

describe.concurrent('every state against every state that a PATCH can ask for', () => {
  it('has the same table in the protocol package', () => {
    expect(LISTING_STATE_CHANGES).toEqual(MAY_BECOME);
  });

  for (const status of PROVIDER_STATUSES) {
    for (const requested of LISTING_STATES) {
      const isHere = listingStateOf(status) === requested;
      const isAllowed = MAY_BECOME[status].includes(requested);
      const verdict = isHere ? 'is no change' : isAllowed ? 'is done' : 'is refused with 409';

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

describe.concurrent('a refused transition leaves everything as it was', () => {
  for (const status of ['draft', 'flagged', 'archived'] as const) {
    it(`on ${status}, the title in a request with a refused state is not applied`, async () => {
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

  it('a valid transition with an invalid field is not applied', async () => {
    const { provider } = await providerIn(market, 'published');
    const response = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      price: { amount: -1 },
    });
    expectError(response, 400, 'invalid_request');
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('a valid transition with a run contract that fails the review is not applied', async () => {
    const { provider, seller } = await providerIn(market, 'published');
    const response = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      title: 'Not applied',
      runContract: { ...provider.runContract, endpointPath: `${seller.url}/gone` },
    });
    expectError(response, 422, 'review_failed');
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('a valid transition and valid content are applied together', async () => {
    const { provider } = await providerIn(market, 'published');
    const { body } = await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'paused',
      title: 'Paused and renamed',
    });
    expect(body).toMatchObject({ listingState: 'paused', title: 'Paused and renamed' });
  });
});

describe.concurrent('the road of a provider', () => {
  it('goes from pending_review to published, reading as draft meanwhile', async () => {
    const { provider, release } = await providerIn(market, 'pending_review');
    expect(provider).toMatchObject({ status: 'pending_review', listingState: 'draft' });
    release();
    expect(await reviewed(api, provider.id)).toMatchObject({
      status: 'published',
      listingState: 'published',
      reviewRejectionReason: null,
    });
  });

  it('saves a draft without any review, and reviews it when it is submitted', async () => {
    const { provider, seller } = await providerIn(market, 'draft');
    expect(seller.requests).toEqual([]);
    const submitted = await api.post(`/v1/providers/${provider.id}/submit`, {});
    expect(submitted.status).toBe(202);
    expect(submitted.body).toMatchObject({ status: 'pending_review', listingState: 'draft' });
    expect((await reviewed(api, provider.id)).status).toBe('published');
  });

  it('accepts a submission without a body', async () => {
    const { provider } = await providerIn(market, 'draft');
    const submitted = await api.post(`/v1/providers/${provider.id}/submit`);
    expect(submitted.status, submitted.text).toBe(202);
  });

  it('lets a flagged provider be submitted again', async () => {
    const { provider } = await providerIn(market, 'flagged');
    expect(provider.reviewRejectionReason).toMatch(/\S/);
    expect((await api.post(`/v1/providers/${provider.id}/submit`, {})).status).toBe(202);
    expect((await reviewed(api, provider.id)).status).toBe('flagged');
  });

  for (const status of ['pending_review', 'published', 'paused', 'archived'] as const) {
    it(`refuses to submit a provider that is ${status} with 409`, async () => {
      const { provider, release } = await providerIn(market, status);
      const response = await api.post(`/v1/providers/${provider.id}/submit`, {});
      expect(response.status, response.text).toBe(409);
      expect(await readProvider(provider.id)).toEqual(provider);
      release();
    });
  }

  it('returns 202 to one of two simultaneous submissions and 409 to the other', async () => {
    const { provider } = await providerIn(market, 'draft');
    const submit = () => api.post(`/v1/providers/${provider.id}/submit`, {});
    const statuses = (await Promise.all([submit(), submit()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 409]);
  });

  it('pauses and resumes any number of times, and archives for good', async () => {
    const { provider } = await providerIn(market, 'published');
    const changeTo = async (listingState: string) =>
      (await api.patch(`/v1/listings/${provider.id}`, { listingState })).body.listingState;
    expect(await changeTo('paused')).toBe('paused');
    expect(await changeTo('published')).toBe('published');
    expect(await changeTo('paused')).toBe('paused');
    expect(await changeTo('archived')).toBe('archived');
    expect(await readProvider(provider.id)).toMatchObject({ status: 'archived' });
  });

  it('applies or refuses each of many simultaneous transitions, never half of one', async () => {
    const { provider } = await providerIn(market, 'published');
    const requested = ['paused', 'archived', 'published', 'paused', 'archived'];
    const responses = await Promise.all(
      requested.map((listingState) => api.patch(`/v1/listings/${provider.id}`, { listingState })),
    );
    for (const { status } of responses) expect([200, 409]).toContain(status);
    expect((await readProvider(provider.id)).status).toBe('archived');
  });
});

describe.concurrent('deleting', () => {
  for (const status of ['draft', 'flagged'] as const) {
    it(`deletes a provider that is ${status}`, async () => {
      const { provider } = await providerIn(market, status);
      expect((await api.delete(`/v1/providers/${provider.id}`)).status).toBe(204);
      expectError(await api.get(`/v1/providers/${provider.id}`), 404, 'not_found');
      expectError(await api.get(`/v1/listings/${provider.slug}`), 404, 'not_found');
      expectError(await api.delete(`/v1/providers/${provider.id}`), 404, 'not_found');
    });
  }

  for (const status of ['published', 'paused', 'archived'] as const) {
    it(`is refused for a provider that is ${status}, because it was published once`, async () => {
      const { provider } = await providerIn(market, status);
      const response = await api.delete(`/v1/providers/${provider.id}`);
      expectError(response, 409, 'provider_was_published');
      expect(await readProvider(provider.id)).toEqual(provider);
    });
  }

  it('of a provider under review either deletes it or says that the review is running', async () => {
    const { provider, release } = await providerIn(market, 'pending_review');
    const response = await api.delete(`/v1/providers/${provider.id}`);
    expect([204, 409]).toContain(response.status);
    if (response.status === 409) expectError(response, 409, 'review_in_progress');
    release();
  });
});

describe.concurrent('content beside states', () => {
  it('re-submits a flagged provider when its content changes', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const runContract = { requestExampleJson: null };
    const response = await api.patch(`/v1/listings/${provider.id}`, { runContract });
    expect(response.status, response.text).toBe(200);
    expect(await reviewed(api, provider.id)).toMatchObject({
      status: 'published',
      reviewRejectionReason: null,
    });
  });

  it('does not re-submit a flagged provider when nothing changes', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const response = await api.patch(`/v1/listings/${provider.id}`, { title: provider.title });
    expect(response.status, response.text).toBe(200);
    expect(await readProvider(provider.id)).toEqual(provider);
  });

  it('refuses content under review, but not content that is the same', async () => {
    const { provider, release } = await providerIn(market, 'pending_review');
    const change = await api.patch(`/v1/listings/${provider.id}`, { title: 'Another' });
    expectError(change, 409, 'review_in_progress');
    const same = await api.patch(`/v1/listings/${provider.id}`, { title: provider.title });
    expect(same.status, same.text).toBe(200);
    release();
  });

  it('refuses content of an archived listing, but not a record that was read and sent back', async () => {
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
    it(`reports an invalid schema first, also when the provider is ${status}`, async () => {
      const { provider, seller, release } = await providerIn(market, status);
      const runContract = runContractOf(seller, { outputSchema: { type: 'strnig' } });
      const response = await api.patch(`/v1/listings/${provider.id}`, { runContract });
      expectError(response, 400, 'invalid_schema');
      expect(await readProvider(provider.id)).toEqual(provider);
      release();
    });
  }

  it('saves content of a draft without a review', async () => {
    const { provider, seller } = await providerIn(market, 'draft');
    const response = await api.patch(`/v1/listings/${provider.id}`, { title: 'Better words' });
    expect(response.body).toMatchObject({ title: 'Better words', listingState: 'draft' });
    expect((await readProvider(provider.id)).status).toBe('draft');
    expect(seller.requests).toEqual([]);
  });
});
