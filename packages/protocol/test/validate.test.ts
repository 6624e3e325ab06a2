import type { Listing, Provider } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import { describe, expect, it } from 'vitest';

const RUN_CONTRACT = { method: 'POST', endpointPath: 'https://api.example.com/run' } as const;
const ID = '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01';
const TIME = '2026-01-02T03:04:05.678Z';

const LISTING: Listing = {
  id: ID,
  userId: ID,
  seller: { id: ID, name: 'Fjord Weather' },
  slug: 'text-insights',
  title: 'Text insights',
  description: null,
  category: null,
  listingState: 'draft',
  price: { amount: 0.02, unit: 'call', currency: 'USD' },
  runContract: RUN_CONTRACT,
  tags: null,
  revision: 1,
  quality: null,
  health: { status: 'unknown', checkedAt: null, latencyMs: null, uptime24h: null },
  createdAt: TIME,
  updatedAt: TIME,
  warnings: [],
};
const PROVIDER: Provider = {
  ...LISTING,
  status: 'flagged',
  reviewRejectionReason: 'reachability: no response',
  slowInputs: 0,
  reviewChecks: [
    { name: 'schemas', level: 'required', ok: true, outcome: 'passed', message: 'Both fit.' },
  ],
};

const MINIMAL = {
  ApproveDeviceLoginRequest: { userCode: 'WDJB-MJHT', scopes: ['*'] },
  AuditListQuery: {},
  CatalogueQuery: {},
  UpdateUserRequest: { name: 'Ann' },
  ChangePasswordRequest: { currentPassword: 'old', newPassword: 'long enough' },
  CloseAccountRequest: { currentPassword: 'x' },
  CreateApiKeyRequest: { name: 'ci', scopes: [] },
  UpdateApiKeyRequest: {},
  CreateOrderRequest: { listingId: 'text-insights' },
  CreateWebhookRequest: { url: 'https://buyer.example.com/webhooks' },
  CreateProviderRequest: { title: 'x', runContract: RUN_CONTRACT },
  DeviceCodeForm: { client_id: 'mkt' },
  DeviceTokenForm: { grant_type: 'x', device_code: 'x', client_id: 'mkt' },
  DevSignInRequest: { token: 'x' },
  EmptyRequest: {},
  EndSessionRequest: { id: 'x' },
  FromServiceRequest: { serviceUrl: 'https://api.example.com' },
  ListQuery: {},
  NoQuery: {},
  OrderListQuery: {},
  SalesListQuery: {},
  ResetPasswordRequest: { token: 'x', newPassword: 'long enough' },
  RevocationForm: { token: 'x' },
  ListingStatsQuery: {},
  RotateSigningSecretRequest: {},
  RotateWebhookSecretRequest: {},
  SignInRequest: { email: 'ann@example.com', password: 'x' },
  SignUpRequest: { name: 'Ann', email: 'ann@example.com', password: 'long enough' },
  SellerContract: {
    provider: { title: 'x', runContract: RUN_CONTRACT },
  },
  SellerProvider: { title: 'x', runContract: RUN_CONTRACT },
  StatsQuery: {},
  UpdateListingRequest: {},
  UpdateProfileRequest: { name: 'Fjord Weather' },
  UpdateWebhookRequest: {},
  WebhookAttemptListQuery: {},
  UsageQuery: {},
  UserCodeRequest: { userCode: 'WDJB-MJHT' },
} as const satisfies Record<ValidatedName, object>;

const CLOSED = (Object.keys(MINIMAL) as ValidatedName[]).filter(
  (name) => SCHEMAS[name]['additionalProperties'] === false,
);

function pathsOf(name: ValidatedName, value: unknown): string[] {
  const checked = validate(name, value);
  return checked.ok ? [] : checked.details.map(({ path }) => path);
}

describe.each(Object.entries(MINIMAL) as [ValidatedName, object][])('%s', (name, minimal) => {
  it('accepts a value with the required members, unchanged', () => {
    const value = structuredClone(minimal);
    const checked = validate(name, value);
    expect(checked).toEqual({ ok: true, value: minimal });
    expect(checked.ok && checked.value).toBe(value);
  });

  it.each([null, undefined, 7, 'x', true, [[]]])('refuses %j: it must be an object', (value) => {
    expect(validate(name, value, '/at')).toEqual({
      ok: false,
      details: [{ path: '/at', message: 'must be object', keyword: 'type' }],
    });
  });

  it.each(Object.keys(minimal))('names %s when it is missing', (member) => {
    const without = Object.fromEntries(Object.entries(minimal).filter(([key]) => key !== member));
    expect(validate(name, without)).toEqual({
      ok: false,
      details: [{ path: `/${member}`, message: 'is required', keyword: 'required' }],
    });
  });
});

describe('a request or a query', () => {
  it('always has a closed schema', () => {
    expect(CLOSED.toSorted()).toEqual(
      Object.keys(MINIMAL)
        .filter((name) => /Request$|Query$/.test(name))
        .toSorted(),
    );
  });

  it.each(CLOSED)('an object of the form %s names every unknown member', (name) => {
    const value = JSON.parse(
      JSON.stringify(MINIMAL[name])
        .replace(/\}$/, ',"nope":1,"__proto__":{},"a/b":2}')
        .replace('{,', '{'),
    );
    expect(pathsOf(name, value)).toEqual(['/nope', '/__proto__', '/a~1b']);
  });

  it('does not take members from its prototype', () => {
    const inherited = Object.create(MINIMAL.CreateOrderRequest) as object;
    expect(pathsOf('CreateOrderRequest', inherited)).toEqual(['/listingId']);
  });
});

describe('a record that was read', () => {
  it('can be sent back whole as a change', () => {
    expect(pathsOf('UpdateListingRequest', LISTING)).toEqual([]);
    expect(pathsOf('UpdateListingRequest', PROVIDER)).toEqual([]);
  });

  it('can be sent whole to make another like it', () => {
    expect(pathsOf('CreateProviderRequest', LISTING)).toEqual([]);
    expect(pathsOf('CreateProviderRequest', PROVIDER)).toEqual([]);
  });

  it.each(['CreateProviderRequest', 'UpdateListingRequest'] as const)(
    'has only members that %s accepts',
    (name) => {
      const known = Object.keys(SCHEMAS[name]['properties'] as object);
      const records = [SCHEMAS.Listing, SCHEMAS.Provider, SCHEMAS.CatalogueListing];
      for (const { properties } of records) {
        expect(known).toEqual(expect.arrayContaining(Object.keys(properties as object)));
      }
    },
  );

  it('has read-only members that are ignored', () => {
    const readOnly = Object.entries(SCHEMAS.UpdateListingRequest['properties'] as object)
      .filter(([, schema]) => (schema as { readOnly?: boolean }).readOnly)
      .map(([name]) => name);
    expect(readOnly).toEqual(expect.arrayContaining(['id', 'userId', 'slug', 'createdAt']));
    for (const value of [null, 7, 'x', { nested: [] }]) {
      const change = Object.fromEntries(readOnly.map((name) => [name, value]));
      expect(pathsOf('UpdateListingRequest', change)).toEqual([]);
    }
  });
});

describe('null', () => {
  it('null clears nullable members in a change, and is refused for all others', () => {
    const nullable = { description: null, category: null, tags: null };
    expect(pathsOf('UpdateListingRequest', nullable)).toEqual([]);
    for (const member of ['title', 'price', 'runContract', 'listingState']) {
      expect(pathsOf('UpdateListingRequest', { [member]: null })).toEqual([`/${member}`]);
    }
  });

  it('removes a run contract’s optional members', () => {
    const runContract = {
      ...RUN_CONTRACT,
      healthEndpoint: null,
      inputSchema: null,
      outputSchema: null,
      requestExampleJson: null,
      responseExampleJson: null,
    };
    expect(pathsOf('UpdateListingRequest', { runContract })).toEqual([]);
    expect(pathsOf('CreateProviderRequest', { title: 'x', runContract, price: null })).toEqual([]);
    for (const member of ['method', 'endpointPath']) {
      const broken = { runContract: { ...runContract, [member]: null } };
      expect(pathsOf('UpdateListingRequest', broken)).toContain(`/runContract/${member}`);
    }
  });

  it('is an input like any other, and an absent input may stay absent', () => {
    for (const requestBody of [null, [], 0, 'x', {}]) {
      expect(pathsOf('CreateOrderRequest', { listingId: 'x', requestBody })).toEqual([]);
    }
  });
});
