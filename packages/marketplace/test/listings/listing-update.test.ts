// docs/sell/listings.md#changes: every row of the table of changes.
import {
  InexactNumber,
  type ProviderStatus,
  type RunContractInput,
  type UpdateListingRequest,
} from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  FREE_OF_CHARGE,
  changesRunContract,
  planUpdate,
  priceFrom,
  runContractFrom,
} from '../../src/listings/content.ts';
import type { Listing } from '../../src/listings/listing.ts';
import { refused } from '../market/refused.ts';
import { SAMPLE_CONTENT, SAMPLE_CONTRACT, sampleListing } from './sample-listing.ts';

const inStatus = (status: ProviderStatus, more: Partial<Listing> = {}) =>
  sampleListing({ status, ...more });

const CONTRACT = SAMPLE_CONTRACT as RunContractInput;
/** One patch for each part of a listing. */
const PATCHES = {
  title: { title: 'Another title' },
  description: { description: null },
  category: { category: 'finance' },
  tags: { tags: ['rain'] },
  price: { price: { amount: 3 } },
  contract: { runContract: { ...CONTRACT, endpointPath: 'https://seller.example.com/other' } },
  schema: { runContract: { ...CONTRACT, inputSchema: { type: 'object' } } },
  example: { runContract: { ...CONTRACT, requestExampleJson: '{"text":"x"}' } },
} satisfies Record<string, UpdateListingRequest>;
type Part = keyof typeof PATCHES;
const PARTS = Object.keys(PATCHES) as Part[];

describe('a change of content', () => {
  for (const part of PARTS) {
    it(`a change of the ${part} of a draft is saved`, () => {
      expect(planUpdate(inStatus('draft'), PATCHES[part])).toMatchObject({
        contentChanged: true,
        gate: 'nothing',
        status: undefined,
      });
    });

    it(`a change of the ${part} of a flagged listing submits it again`, () => {
      expect(planUpdate(inStatus('flagged'), PATCHES[part]).gate).toBe('resubmit');
    });

    if ('runContract' in PATCHES[part]) {
      it(`a change of the ${part} during a review is refused`, () => {
        const { type } = refused(() => planUpdate(inStatus('pending_review'), PATCHES[part]));
        expect(type).toBe('review_in_progress');
      });
    } else {
      it(`a change of the ${part} during a review is saved, and the review itself checks it`, () => {
        expect(planUpdate(inStatus('pending_review'), PATCHES[part])).toMatchObject({
          contentChanged: true,
          gate: 'nothing',
          status: undefined,
        });
      });
    }

    it(`a change of the ${part} of an archived listing is refused`, () => {
      const { type } = refused(() => planUpdate(inStatus('archived'), PATCHES[part]));
      expect(type).toBe('listing_archived');
    });
  }

  const gates: Record<Part, string> = {
    title: 'content-check',
    description: 'content-check',
    category: 'content-check',
    tags: 'content-check',
    price: 'nothing',
    contract: 'full-review',
    schema: 'full-review',
    example: 'content-check',
  };
  for (const status of ['published', 'paused'] as const) {
    for (const part of PARTS) {
      it(`a change of the ${part} of a ${status} listing must first pass: ${gates[part]}`, () => {
        expect(planUpdate(inStatus(status), PATCHES[part]).gate).toBe(gates[part]);
      });
    }

    it(`a ${status} listing must pass the full review if the change includes the run contract`, () => {
      const patch = { ...PATCHES.title, ...PATCHES.contract };
      expect(planUpdate(inStatus(status), patch).gate).toBe('full-review');
    });
  }
});

describe('the revision', () => {
  const revised = new Set<Part>(['price', 'contract', 'schema', 'example']);
  for (const part of PARTS) {
    it(`is ${revised.has(part) ? '' : 'not '}incremented by a change of ${part}`, () => {
      expect(planUpdate(inStatus('published'), PATCHES[part]).revised).toBe(revised.has(part));
    });
  }
});

describe('a patch that repeats the stored values', () => {
  const same: UpdateListingRequest = {
    title: '  Weather by city ',
    description: SAMPLE_CONTENT.description,
    category: SAMPLE_CONTENT.category,
    tags: SAMPLE_CONTENT.tags,
    price: { amount: 0.02, unit: 'call', currency: 'usd' },
    runContract: {
      inputSchema: { properties: { text: { type: 'string' } }, type: 'object' },
      endpointPath: CONTRACT.endpointPath,
      method: 'POST',
      healthEndpoint: null,
    },
  };
  for (const status of [
    'draft',
    'pending_review',
    'flagged',
    'published',
    'paused',
    'archived',
  ] as const) {
    it(`changes nothing in a listing that is ${status}`, () => {
      expect(planUpdate(inStatus(status), same)).toMatchObject({
        contentChanged: false,
        revised: false,
        status: undefined,
        gate: 'nothing',
      });
    });
  }

  it('may include an empty run contract during a review', () => {
    const patch = { runContract: {}, price: { amount: 3 } };
    expect(planUpdate(inStatus('pending_review'), patch)).toMatchObject({ gate: 'nothing' });
  });

  it('may include the current state, even archived', () => {
    const archived = planUpdate(inStatus('archived'), {
      listingState: 'archived',
      title: 'Weather by city',
    });
    expect(archived).toMatchObject({ status: undefined, contentChanged: false });
    const reviewed = planUpdate(inStatus('pending_review'), { listingState: 'draft' });
    expect(reviewed).toMatchObject({ status: undefined, contentChanged: false });
  });
});

describe('state and content in one patch', () => {
  it('are both applied', () => {
    const both = planUpdate(inStatus('paused'), { listingState: 'published', title: 'New' });
    expect(both).toMatchObject({ status: 'published', gate: 'content-check' });
    expect(both.content.title).toBe('New');
  });

  it('are both refused if the state is not allowed', () => {
    const patch: UpdateListingRequest = { listingState: 'published', title: 'New' };
    expect(refused(() => planUpdate(inStatus('draft'), patch)).type).toBe(
      'invalid_state_transition',
    );
  });
});

describe('a listing that the marketplace paused', () => {
  const paused = inStatus('paused', { pausedByMarketplace: true });

  it('must pass the full review before it is published again', () => {
    expect(planUpdate(paused, { listingState: 'published' })).toMatchObject({
      gate: 'full-review',
      status: 'published',
      contentChanged: false,
    });
  });

  it('can be archived without a review', () => {
    expect(planUpdate(paused, { listingState: 'archived' }).gate).toBe('nothing');
  });

  it('needs no review if its owner paused it', () => {
    expect(planUpdate(inStatus('paused'), { listingState: 'published' }).gate).toBe('nothing');
  });
});

describe('a run contract', () => {
  it('keeps members that are not given, and removes those given as null', () => {
    const { content } = planUpdate(inStatus('draft'), { runContract: { method: 'GET' } });
    expect(content.runContract).toEqual({ ...SAMPLE_CONTRACT, method: 'GET' });
    const { content: without } = planUpdate(inStatus('draft'), {
      runContract: { inputSchema: null },
    });
    expect(without.runContract).not.toHaveProperty('inputSchema');
    expect(without.runContract.endpointPath).toBe(SAMPLE_CONTRACT.endpointPath);
  });

  it('has a schema replaced as a whole', () => {
    const inputSchema = { required: ['other'] };
    const { content } = planUpdate(inStatus('draft'), { runContract: { inputSchema } });
    expect(content.runContract.inputSchema).toEqual(inputSchema);
  });

  it('omits members that are null', () => {
    expect(
      runContractFrom({ method: 'GET', endpointPath: 'https://a.example.com', inputSchema: null }),
    ).toEqual({ method: 'GET', endpointPath: 'https://a.example.com' });
  });

  it('is the same in any order of members, and with numbers that have the same digits', () => {
    const schema = (number: string, isReversed = false) => {
      const members = [
        ['maximum', new InexactNumber(number)],
        ['properties', { a: { type: 'string' }, b: {} }],
        ['type', 'object'],
      ];
      return Object.fromEntries(isReversed ? members.toReversed() : members) as Record<
        string,
        unknown
      >;
    };
    const contract = runContractFrom({ ...CONTRACT, inputSchema: schema('9007199254740993') });
    const changes = (inputSchema: Record<string, unknown>) =>
      changesRunContract(contract, { inputSchema });
    expect(changes(schema('9007199254740993', true))).toBe(false);
    expect(changes(schema('9007199254740995'))).toBe(true);
    expect(changes({ ...schema('9007199254740993'), title: 'T' })).toBe(true);
  });

  it('changes if an array in a schema is reordered', () => {
    const withRequired = (required: string[]) => ({ ...CONTRACT, inputSchema: { required } });
    const listing = inStatus('published', {
      content: {
        ...SAMPLE_CONTENT,
        runContract: withRequired(['a', 'b']) as typeof SAMPLE_CONTRACT,
      },
    });
    expect(planUpdate(listing, { runContract: withRequired(['b', 'a']) }).gate).toBe('full-review');
  });

  it('keeps a member named __proto__', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as object;
    const listing = inStatus('published', {
      content: {
        ...SAMPLE_CONTENT,
        runContract: { ...SAMPLE_CONTRACT, inputSchema: { properties: {} } },
      },
    });
    const patch = { runContract: { ...CONTRACT, inputSchema: schema as Record<string, unknown> } };
    expect(changesRunContract(listing.content.runContract, patch.runContract)).toBe(true);
    expect(planUpdate(listing, patch)).toMatchObject({ contentChanged: true, revised: true });
  });

  it('does not change if it is repeated with null for a missing member', () => {
    const listing = inStatus('published');
    expect(
      changesRunContract(listing.content.runContract, { ...CONTRACT, outputSchema: null }),
    ).toBe(false);
    expect(changesRunContract(listing.content.runContract, { ...CONTRACT, method: 'PUT' })).toBe(
      true,
    );
  });
});

describe('a price', () => {
  it('keeps the fields that are not given', () => {
    const base = { amountMicros: 1, currency: 'EUR', unit: 'page' };
    expect(priceFrom({ amount: 0.5 }, base)).toEqual({ ...base, amountMicros: 500_000 });
    expect(priceFrom({ unit: 'mb' }, base)).toEqual({ ...base, unit: 'mb' });
    expect(priceFrom({ currency: 'chf' }, base)).toEqual({ ...base, currency: 'CHF' });
    expect(priceFrom(null, base)).toEqual(base);
    expect(priceFrom(undefined, FREE_OF_CHARGE)).toEqual({
      amountMicros: 0,
      currency: 'USD',
      unit: 'call',
    });
  });

  it('is converted to an integer of micro-units without rounding errors', () => {
    const micros = (amount: number) => priceFrom({ amount }, FREE_OF_CHARGE).amountMicros;
    expect(micros(0.1)).toBe(100_000);
    expect(micros(0.29)).toBe(290_000);
    expect(micros(0.000_001)).toBe(1);
    expect(micros(1_000_000)).toBe(1_000_000_000_000);
  });

  for (const amount of [0.000_000_1, 1.123_456_7, 1_000_000.000_001, -1]) {
    it(`an amount of ${amount} is refused`, () => {
      const { type, extras } = refused(() => priceFrom({ amount }, FREE_OF_CHARGE));
      expect(type).toBe('invalid_request');
      expect(extras.details?.[0]?.path).toBe('/price/amount');
    });
  }
});
