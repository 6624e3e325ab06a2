// A contract as schema libraries generate it: definitions and references, patterns, formats,
// unions of literals and of objects, nullable values, lists of objects.

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }], default: null });
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

export const ORDINARY_SCHEMA = {
  title: 'Shipment',
  ...object(['reference', 'requestedBy', 'shipOn', 'service', 'from', 'to', 'parcels'], {
    reference: { title: 'Reference', type: 'string', pattern: '^[A-Z]{3}-\\d{4,10}$' },
    requestedBy: { type: 'string', format: 'uuid' },
    shipOn: { type: 'string', format: 'date-time' },
    notify: nullable({ type: 'array', items: { type: 'string', format: 'email' }, maxItems: 20 }),
    service: { anyOf: ['economy', 'express', 'overnight'].map((name) => ({ const: name })) },
    from: ref('Address'),
    to: ref('Address'),
    parcels: { type: 'array', minItems: 1, maxItems: 1_000, items: ref('Parcel') },
    instructions: nullable(text(60_000)),
  }),
  $defs: {
    Address: object(['name', 'street', 'city', 'country'], {
      name: text(200),
      street: text(200),
      city: text(100),
      postalCode: nullable({ type: 'string', pattern: '^[0-9A-Z][0-9A-Z -]{1,8}[0-9A-Z]$' }),
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
    }),
    Parcel: object(['weightKg', 'content'], {
      weightKg: { type: 'number', exclusiveMinimum: 0, maximum: 1_000 },
      fragile: { type: 'boolean', default: false },
      labels: {
        type: 'array',
        items: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,30}$' },
        uniqueItems: true,
        maxItems: 20,
      },
      content: { oneOf: [ref('Documents'), ref('Goods')] },
    }),
    Documents: object(['kind', 'pages'], {
      kind: { type: 'string', const: 'documents' },
      pages: { type: 'integer', minimum: 1 },
    }),
    Goods: object(['kind', 'sku', 'quantity'], {
      kind: { type: 'string', const: 'goods' },
      sku: { type: 'string', pattern: '^[A-Z]{2}-\\d{4,8}$' },
      quantity: { type: 'integer', minimum: 1 },
      note: nullable(text(2_000)),
    }),
  },
};

const address = (name: string, city: string, postalCode: string, country: string) => ({
  name,
  street: '12 Long Street',
  city,
  postalCode,
  country,
});

/** About 100 characters of JSON. */
const parcel = (n: number) =>
  n % 4 === 3
    ? { weightKg: 0.4, labels: ['paper'], content: { kind: 'documents', pages: n + 1 } }
    : {
        weightKg: 1.25 + n,
        labels: ['gift', 'eu-1'],
        content: { kind: 'goods', sku: `AB-${1000 + n}`, quantity: 1 + n, note: 'blue' },
      };

/** The length in characters of everything but parcels and text. */
const BASE_CHARS = 380;
const PARCEL_CHARS = 120;
const WORD = 'handle with care, ';

/** An input of about `chars` characters: half of them in parcels, the rest in one text. */
export function ordinaryInput(chars: number): object {
  const parcels = Math.max(1, Math.floor((chars - BASE_CHARS) / 2 / PARCEL_CHARS));
  const input = {
    reference: 'ABC-20261121',
    requestedBy: '0190c1f0-7b1e-7c3a-9f00-0123456789ab',
    shipOn: '2026-11-21T10:00:00Z',
    notify: ['buyer@example.com'],
    service: 'express',
    from: address('Mill & Sons', 'Bern', '3011', 'CH'),
    to: address('Ada Lane', 'Lyon', '69001', 'FR'),
    parcels: Array.from({ length: parcels }, (_, n) => parcel(n)),
  };
  const left = chars - JSON.stringify(input).length - '"instructions":"",'.length;
  if (left < 1) return input;
  return { ...input, instructions: WORD.repeat(Math.ceil(left / WORD.length)).slice(0, left) };
}
