import type { Check, ListingContent } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  inProcessSchemaValidator,
  isPublishable,
  readContract,
  runReview,
  type CheckEnvironment,
  type TransportOutcome,
} from '../src/index.ts';
import { checkEnvironment } from './check-environment.ts';
import { startSeller, type SellerOptions } from './seller.ts';

const NAMES = ['schemas', 'url-policy', 'reachability', 'health', 'content', 'examples'];

async function contentOf(provider: Record<string, unknown>): Promise<ListingContent> {
  const urlPolicy = { allowPrivate: true };
  const schemas = inProcessSchemaValidator();
  const contract = await readContract({ provider }, { urlPolicy, schemas });
  if (!contract.ok) throw new Error(JSON.stringify(contract.details));
  return contract.content;
}

async function review(seller: SellerOptions = {}, environment: Partial<CheckEnvironment> = {}) {
  await using service = await startSeller(seller);
  const checks = await runReview(await contentOf(service.provider), checkEnvironment(environment));
  const requests = service.requests.map(({ method, path }) => `${method} ${path}`);
  return { checks, requests, failed: checks.filter(({ outcome }) => outcome === 'failed') };
}

const content = (runContract: Partial<ListingContent['runContract']> = {}): ListingContent => ({
  title: 'Echo',
  description: null,
  category: null,
  tags: null,
  price: { amountMicros: 0, currency: 'USD', unit: 'call' },
  runContract: { method: 'POST', endpointPath: 'https://seller.example/run', ...runContract },
});

/** A transport for what no server on this machine can show. */
const respondingWith = (outcome: TransportOutcome) => {
  const requests: string[] = [];
  const request = async ({ method, url }: { method: string; url: string }) => {
    requests.push(`${method} ${url}`);
    return outcome;
  };
  return { requests, transport: { request } };
};
const REFUSED: TransportOutcome = {
  kind: 'refused',
  message: 'resolves to an address that is not public',
};
const PUBLIC = { allowPrivate: false };

describe('a review', () => {
  it('passes a correct service with its six checks, in order, each reported as it completes', async () => {
    const reported: Check[] = [];
    const { checks, requests } = await review({}, { onCheck: (check) => reported.push(check) });
    expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual(
      NAMES.map((name) => [name, 'passed']),
    );
    expect(reported).toEqual(checks);
    expect(isPublishable(checks)).toBe(true);
    expect(requests.toSorted()).toEqual(['GET /health', 'GET /run', 'HEAD /run']);
  });

  it('skips health and examples where there are none', async () => {
    const { checks } = await review({
      runContract: {
        healthEndpoint: undefined,
        requestExampleJson: undefined,
        responseExampleJson: undefined,
      },
    });
    expect(checks.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name)).toEqual([
      'health',
      'examples',
    ]);
    expect(isPublishable(checks)).toBe(true);
  });

  it('sends only HEAD for a GET contract', async () => {
    const { requests } = await review({
      runContract: { method: 'GET', healthEndpoint: undefined },
    });
    expect(requests).toEqual(['HEAD /run']);
  });

  it.each<[SellerOptions, string, RegExp]>([
    [{ breaks: 'head-status' }, 'reachability', /HEAD \/run returned 405/],
    [{ breaks: 'get-body' }, 'reachability', /GET \/run returned a body of 2 bytes/],
    [{ breaks: 'get-redirect' }, 'reachability', /GET \/run returned 301/],
    [{ breaks: 'health-status' }, 'health', /GET \/health returned 503/],
    [{ provider: { title: 'Shit' } }, 'content', /title/],
    [
      { runContract: { requestExampleJson: '{' } },
      'examples',
      /requestExampleJson is not valid JSON/,
    ],
    [
      { runContract: { requestExampleJson: '{"text":1}' } },
      'examples',
      /does not match inputSchema: \/text must be string/,
    ],
    [{ runContract: { responseExampleJson: '[]' } }, 'examples', /does not match outputSchema/],
    [
      { runContract: { method: 'DELETE', inputSchema: {}, requestExampleJson: '{"a":{"b":1}}' } },
      'examples',
      /query string/,
    ],
  ])('%j fails %s, and the check says what was found', async (seller, name, message) => {
    const { failed, checks } = await review(seller);
    expect(failed.map((check) => check.name)).toEqual([name]);
    expect(failed[0]?.message).toMatch(message);
    expect(failed[0]?.fix).toBeTruthy();
    // Both are shown to the seller, and neither keeps a listing from being published.
    expect(isPublishable(checks)).toBe(name === 'health' || name === 'examples');
  });

  it('tries network checks three times before they fail', async () => {
    expect((await review({ failFirst: 2 })).failed).toEqual([]);
    const { failed, requests } = await review({ failFirst: 3 });
    expect(failed.map(({ name }) => name)).toEqual(['reachability', 'health']);
    expect(requests.filter((request) => request === 'HEAD /run')).toHaveLength(3);
    expect(requests.filter((request) => request === 'GET /health')).toHaveLength(3);
  });

  it('pauses between attempts, longer each time', async () => {
    const pauses: number[] = [];
    await review({ breaks: 'health-status' }, { wait: async (ms) => void pauses.push(ms) });
    expect(pauses).toEqual([500, 2000]);
    expect((await review({ breaks: 'health-status' }, { attempts: 1 })).requests).toHaveLength(3);
  });

  it('flags a name that resolves to a private address, and sends it nothing more', async () => {
    const { transport, requests } = respondingWith(REFUSED);
    const environment = checkEnvironment({ transport, urlPolicy: PUBLIC });
    const checks = await runReview(content(), environment);
    expect(checks.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'failed',
      'skipped',
      'skipped',
      'passed',
      'skipped',
    ]);
    expect(checks[1]?.message).toBe(
      'endpointPath is not allowed: it resolves to an address that is not public',
    );
    expect(requests).toEqual(['HEAD https://seller.example/run']);
    expect(isPublishable(checks)).toBe(false);
  });

  it('flags a URL for its form without sending a request', async () => {
    const { transport, requests } = respondingWith(REFUSED);
    const environment = checkEnvironment({ transport, urlPolicy: PUBLIC });
    const checks = await runReview(
      content({ healthEndpoint: 'https://localhost/health' }),
      environment,
    );
    expect(checks[1]).toMatchObject({
      outcome: 'failed',
      message: 'healthEndpoint must have a public host name',
    });
    expect(requests).toEqual([]);
  });

  it('reports a service that does not respond in the transport’s words', async () => {
    const { transport } = respondingWith({
      kind: 'failed',
      reason: 'timeout',
      message: 'did not respond in time',
    });
    const checks = await runReview(content(), checkEnvironment({ transport, urlPolicy: PUBLIC }));
    expect(checks[2]?.message).toBe('HEAD /run failed: the service did not respond in time');
  });

  it('fails when it is aborted, and never counts as passed', async () => {
    const ending = new AbortController();
    const { transport } = respondingWith({
      kind: 'failed',
      reason: 'aborted',
      message: 'was not waited for',
    });
    ending.abort();
    const checks = await runReview(
      content({ healthEndpoint: 'https://seller.example/health' }),
      checkEnvironment({ transport, urlPolicy: PUBLIC, signal: ending.signal }),
    );
    expect(checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)).toEqual([
      'reachability',
      'health',
    ]);
    expect(checks[2]?.message).toBe('did not finish in time');
  });

  it('ends a pause when it is aborted', async () => {
    const ending = new AbortController();
    const { transport, requests } = respondingWith({
      kind: 'failed',
      reason: 'connection',
      message: 'could not be reached',
    });
    const { wait: _, ...environment } = checkEnvironment({
      transport,
      urlPolicy: PUBLIC,
      signal: ending.signal,
    });
    const reviewing = runReview(content(), environment);
    setImmediate(() => ending.abort());
    const checks = await reviewing;
    expect(requests).toEqual(['HEAD https://seller.example/run']);
    expect(isPublishable(checks)).toBe(false);
  });

  it('reports refused schemas, and does not validate the examples with them', async () => {
    const { transport } = respondingWith({
      kind: 'response',
      status: 200,
      headers: new Map(),
      body: new Uint8Array(),
      latencyMs: 1,
    });
    const checks = await runReview(
      content({ inputSchema: { type: 'strng' }, requestExampleJson: '{}' }),
      checkEnvironment({ transport, urlPolicy: PUBLIC }),
    );
    expect(checks[0]).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('/runContract/inputSchema/type'),
    });
    expect(checks[5]).toMatchObject({ name: 'examples', outcome: 'skipped' });
  });

  it('fails examples that take too long to validate', async () => {
    const environment = checkEnvironment({
      transport: respondingWith(REFUSED).transport,
      schemas: {
        inspect: inProcessSchemaValidator().inspect,
        validate: async () => ({ ok: 'timeout' }),
      },
    });
    const checks = await runReview(
      content({ inputSchema: {}, requestExampleJson: '{}' }),
      environment,
    );
    expect(checks[5]).toMatchObject({
      outcome: 'failed',
      message: 'requestExampleJson takes too long to check against inputSchema',
    });
  });
});

describe('what can be published', () => {
  it('is a listing that failed no required check', () => {
    const check = (level: Check['level'], outcome: Check['outcome']): Check => ({
      name: 'x',
      ok: outcome !== 'failed',
      level,
      outcome,
      message: '',
    });
    expect(isPublishable([])).toBe(true);
    expect(isPublishable([check('required', 'passed'), check('required', 'skipped')])).toBe(true);
    expect(isPublishable([check('rule', 'failed'), check('advice', 'failed')])).toBe(true);
    expect(isPublishable([check('required', 'failed')])).toBe(false);
  });
});
