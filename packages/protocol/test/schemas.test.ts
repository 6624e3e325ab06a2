import { KNOWN_CATEGORIES, KNOWN_UNITS, LIMITS, SCOPES, toMicros } from '@mkt/protocol';
import { SCHEMAS, type SchemaName } from '@mkt/protocol/schemas';
import { validate } from '@mkt/protocol/validate';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

type Json = Record<string, unknown>;

const names = Object.keys(SCHEMAS) as SchemaName[];

/** Every schema object inside a wire schema, with the way to it. */
function* partsOf(value: unknown, at: string): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, `${at}/${key}`);
}

const parts = names.flatMap((name) => [...partsOf(SCHEMAS[name], name)]);
const propertiesOf = (name: SchemaName) => SCHEMAS[name]['properties'] as Record<string, Json>;
const requiredOf = (name: SchemaName) => SCHEMAS[name]['required'] as string[];

describe('the wire schemas', () => {
  it('agree with LIMITS', () => {
    for (const name of ['ListQuery', 'OrderListQuery', 'CatalogueQuery'] as const) {
      expect(propertiesOf(name)['limit']).toMatchObject({
        minimum: 1,
        maximum: LIMITS.pageMax,
        default: LIMITS.pageDefault,
      });
    }
    expect(propertiesOf('ErrorBody')['details']).toMatchObject({ maxItems: LIMITS.details });
    expect(propertiesOf('OrderFailure')['sellerMessage']).toMatchObject({
      maxLength: LIMITS.sellerMessageLength,
    });
    for (const name of ['RotateSigningSecretRequest', 'RotateWebhookSecretRequest'] as const) {
      expect(propertiesOf(name)['gracePeriodSeconds']).toMatchObject({
        default: LIMITS.secretGraceSeconds,
      });
    }
    expect(SCHEMAS.SellerUrl).toMatchObject({ maxLength: LIMITS.urlLength });
    expect(SCHEMAS.NewPassword).toMatchObject({
      minLength: LIMITS.passwordMinLength,
      maxLength: LIMITS.passwordMaxLength,
    });
  });

  it('agree with toMicros on the largest price, set by hand or in a contract', () => {
    const { maximum } = propertiesOf('PriceInput')['amount'] as { maximum: number };
    expect(toMicros(maximum)).toBeDefined();
    expect(toMicros(maximum + 1)).toBeUndefined();
    const price = propertiesOf('SellerProvider')['price'] as { properties: Record<string, Json> };
    expect(price.properties['amountCents']).toMatchObject({ maximum: maximum * 100 });
  });

  it('accept every known category, unit and scope', () => {
    for (const category of KNOWN_CATEGORIES) {
      expect(validate('UpdateListingRequest', { category }).ok).toBe(true);
    }
    for (const unit of KNOWN_UNITS) {
      expect(validate('UpdateListingRequest', { price: { unit } }).ok).toBe(true);
    }
    expect(validate('CreateApiKeyRequest', { name: 'all', scopes: SCOPES }).ok).toBe(true);
  });

  it('require no member that they do not describe', () => {
    for (const [at, { required, properties }] of parts) {
      if (!Array.isArray(required) || !properties) continue;
      expect([at, Object.keys(properties)]).toEqual([at, expect.arrayContaining(required)]);
    }
  });

  it('describe each schema in a sentence', () => {
    for (const name of names) expect(SCHEMAS[name]['description']).toMatch(/\.$/);
  });
});

describe('the members', () => {
  const WITHOUT = new Set(['userId', 'warnings']);

  it('the members of a listing are complete', () => {
    expect(requiredOf('Listing')).toEqual(
      expect.arrayContaining(
        'id userId slug title description category listingState price runContract tags createdAt updatedAt'.split(
          ' ',
        ),
      ),
    );
  });

  it('the members of a provider are those of its listing and of its review', () => {
    const more = ['status', 'reviewRejectionReason', 'reviewChecks', 'slowInputs'];
    expect(requiredOf('Provider').toSorted()).toEqual(
      [...requiredOf('Listing'), ...more].toSorted(),
    );
    const { status, reviewRejectionReason, reviewChecks, slowInputs, ...same } =
      propertiesOf('Provider');
    expect([status, reviewRejectionReason, reviewChecks, slowInputs]).not.toContain(undefined);
    expect(same).toEqual(propertiesOf('Listing'));
  });

  it('the members of a record in the catalogue are those of a listing, without its owner and its addresses', () => {
    const shown = (name: string) => !WITHOUT.has(name);
    expect(Object.keys(propertiesOf('CatalogueListing'))).toEqual(
      Object.keys(propertiesOf('Listing')).filter(shown),
    );
    expect(Object.keys(propertiesOf('CatalogueRunContract'))).toEqual(
      Object.keys(propertiesOf('RunContract')).filter(
        (name) => name !== 'endpointPath' && name !== 'healthEndpoint',
      ),
    );
  });

  it('the members of an order are the same for the seller and the buyer, except buyerId, keyId and metadata', () => {
    const { buyerId, ...same } = propertiesOf('SellerOrder');
    const { keyId, metadata, ...bought } = propertiesOf('Order');
    expect(buyerId).toMatchObject({ type: 'string' });
    expect(keyId).toMatchObject({ type: ['string', 'null'] });
    expect(metadata).toMatchObject({ $ref: '#/$defs/OrderMetadata' });
    expect(same).toEqual(bought);
    const shared = requiredOf('Order').filter((name) => name !== 'keyId' && name !== 'metadata');
    expect(requiredOf('SellerOrder')).toEqual([...shared, 'buyerId']);
  });

  it('the members of an order are always present, except result and errorMessage', () => {
    const optional = Object.keys(propertiesOf('Order')).filter(
      (name) => !requiredOf('Order').includes(name),
    );
    expect(optional.toSorted()).toEqual(['errorMessage', 'result']);
  });
});

describe('the patterns', () => {
  const patterns = [
    ...new Set(parts.map(([, { pattern }]) => pattern).filter((each) => typeof each === 'string')),
  ];

  it('use only syntax that the regex engines of other languages share', () => {
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      // Python has no \p, Go no \u and no look-around, Ruby no \x80 and above.
      expect(pattern).not.toMatch(/\\[puc]|\(\?|\\x[89a-f]|\\[dwsDWS]/i);
      expect(() => new RegExp(pattern)).not.toThrow();
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it('restrict every string of a request that is stored in the database', () => {
    const requests = parts.filter(([at]) => /^(\w+(Request|Query)|\w+Input|Seller\w+)\//.test(at));
    const unguarded = requests.filter(
      ([, { type, pattern, enum: values }]) =>
        [type].flat().includes('string') && !pattern && !values,
    );
    // URLs: the URL policy reads them before anything is stored.
    expect(unguarded.map(([at]) => at.replace(/^SellerOrder.*/, 'SellerOrder'))).toEqual(
      expect.arrayContaining(['FromServiceRequest/properties/serviceUrl']),
    );
    const others = unguarded.filter(
      ([at]) =>
        !/(serviceUrl|endpointPath|healthEndpoint)$/.test(at) &&
        !/^Seller(Order(Summary|List)?|Profile)\//.test(at),
    );
    expect(others).toEqual([]);
  });

  it.each(patterns)('are matched in linear time: %j', (pattern) => {
    const n = 256 * 1024;
    const units = ['a', ' ', '\u00a0', '1', '+', ':', 'é', '\u0000', 'a ', ' a', '1.', '👋'];
    for (const unit of units) {
      for (const end of ['', '\u0000', '\n', 'Z']) {
        const text = unit.repeat(n / unit.length) + end;
        const start = processorMs();
        new RegExp(pattern, 'u').test(text);
        new RegExp(pattern, 'u').test(`2026-01-02T03:04:05.${text}`);
        expect(processorMs() - start).toBeLessThan(2000);
      }
    }
  });
});
