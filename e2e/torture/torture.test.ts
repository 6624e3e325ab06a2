// The torture programs with a few cycles each; e2e/torture/README.md describes the long runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import build from '../acceptance/global-setup.ts';
import { findingsOf, isNotOfTime, SEED, WITHIN_MS } from './findings-of.ts';
import { fuzz } from './fuzz.ts';
import { checkResponse } from './fuzz/check-response.ts';
import type { FuzzRequest } from './fuzz/request.ts';
import type { ApiClient } from './api-client.ts';
import { openBudgets } from './budget-audit.ts';
import { kill9 } from './kill9.ts';
import { neighbours } from './neighbours.ts';
import { leftovers } from './leftovers.ts';
import { createOrderLedger, type Attempt } from './order-ledger.ts';
import { createReport } from './report.ts';
import { searchSecrets } from './secret-search.ts';
import { shutdown } from './shutdown.ts';
import { soak } from './soak.ts';
import { percentile } from './percentile.ts';
import { defineTorture } from './torture-run.ts';

beforeAll(build, WITHIN_MS);

describe('a marketplace under load', () => {
  it(
    'loses nothing and calls no seller twice when it is killed',
    async () => {
      expect(await findingsOf(kill9, { cycles: 3 })).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'stops in time and loses nothing when it is terminated',
    async () => {
      expect(await findingsOf(shutdown, { cycles: 2 })).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'returns a well-formed error for every mutated request',
    async () => {
      expect(await findingsOf(fuzz, { requests: 3_000 })).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'completes every order at a steady rate',
    async () => {
      expect(await findingsOf(soak, { minutes: 0.1 })).toEqual([]);
    },
    WITHIN_MS,
  );
});

describe('an account that sends as much as it may', () => {
  it(
    'is refused, and others are served',
    async () => {
      const findings = await findingsOf(neighbours, { cycles: 8, minutes: 0.25 });
      expect(findings.filter(isNotOfTime)).toEqual([]);
    },
    WITHIN_MS,
  );
});

describe('mkt dev', () => {
  it.runIf(process.platform === 'linux')(
    'leaves no process and no port behind, however it ends',
    async () => {
      expect(await findingsOf(leftovers, { cycles: 2 })).toEqual([]);
    },
    WITHIN_MS,
  );
});

const silent = () => createReport({ name: 'check', seed: SEED, print: () => undefined });

const attemptOf = (attempt: string): Attempt => ({
  instruction: { attempt, kind: 'result', delayMs: 0 },
  body: '{}',
  key: `key of ${attempt}`,
  confirmed: true,
  orderIds: new Set(),
});

function ledgerOf(calls: ReadonlyMap<string, number>) {
  const report = silent();
  const ledger = createOrderLedger({
    report,
    seller: { callCounts: calls },
    excuses: (kind) => kind === 'interrupted',
  });
  ledger.add(attemptOf('one'));
  const findings = () => report.verdict('checked', []).findings.map((text) => text.split(':')[0]);
  return { ledger, findings };
}

const order = (id: string, more: object) => ({ id, requestBody: { attempt: 'one' }, ...more });
const completed = (id: string) =>
  order(id, { orderState: 'completed', failure: null, result: { attempt: 'one', orderId: id } });

describe('the audit of budgets', () => {
  /** A marketplace that says this is left of each budget, with as many orders of the first key. */
  function marketOf(left: (made: number) => number, orders: number): ApiClient {
    let made = 0;
    const answer = (status: number, body: object) => ({ status, headers: {}, text: '', body });
    const key = (id: number) => ({ id: `key-${id}`, remaining: { amount: left(id) } });
    const placed = { keyId: 'key-1', orderState: 'completed', price: { amount: 0.02 } };
    return {
      async request(method, path) {
        if (method === 'POST') return answer(201, { id: `key-${(made += 1)}`, key: 'secret' });
        if (path.startsWith('/v1/api-keys')) return answer(200, { data: [1, 2, 3].map(key) });
        const failed = { ...placed, orderState: 'failed' };
        const data = [failed, ...Array.from({ length: orders }, () => placed)];
        return answer(200, { data, nextCursor: null });
      },
      close: () => undefined,
    };
  }
  const LIMITS = [0, 0.2, 0.08, 0.12];

  it.each([
    ['what counts', 3, (id: number) => LIMITS[id]! - (id === 1 ? 0.06 : 0), []],
    ['too little that counts', 3, (id: number) => LIMITS[id]!, ['miscounted budgets']],
    [
      'an order that failed',
      3,
      (id: number) => LIMITS[id]! - (id === 1 ? 0.08 : 0),
      ['miscounted budgets'],
    ],
    ['too many orders', 11, (id: number) => (id === 1 ? 0 : LIMITS[id]!), ['over budget']],
  ])('knows %s', async (_, orders, left, expected) => {
    const report = silent();
    const api = marketOf(left, orders);
    await (await openBudgets(api, report)).audit(api);
    const { findings } = report.verdict('checked', []);
    expect(findings.map((text) => text.split(':')[0])).toEqual(expected);
  });
});

describe('the order ledger', () => {
  it('accepts the usual sequence of states', () => {
    const { ledger, findings } = ledgerOf(new Map([['a', 1]]));
    ledger.compare(order('a', { orderState: 'running' }), 'POST', performance.now());
    ledger.compare(completed('a'), 'GET', performance.now());
    ledger.compare(completed('a'), 'GET', performance.now());
    expect(findings()).toEqual([]);
  });

  it('reports a settled order that changes', () => {
    const { ledger, findings } = ledgerOf(new Map([['a', 1]]));
    ledger.compare(completed('a'), 'POST', performance.now());
    ledger.compare({ ...completed('a'), durationMs: 1 }, 'GET', performance.now());
    expect(findings()).toEqual(['changed after the fact']);
  });

  it('reports an order that returns to an earlier state', () => {
    const { ledger, findings } = ledgerOf(new Map());
    ledger.compare(order('a', { orderState: 'running' }), 'POST', performance.now());
    ledger.compare(order('a', { orderState: 'pending' }), 'GET', performance.now());
    expect(findings()).toEqual(['changed after the fact']);
  });

  it('accepts an earlier state in a response to an earlier request', () => {
    const { ledger, findings } = ledgerOf(new Map([['a', 1]]));
    const before = performance.now();
    ledger.compare(completed('a'), 'GET', performance.now());
    ledger.compare(order('a', { orderState: 'running' }), 'POST', before);
    expect(findings()).toEqual([]);
  });

  it('accepts that a rollback loses or interrupts an order that was reported since', () => {
    const calls = new Map<string, number>();
    const { ledger, findings } = ledgerOf(calls);
    ledger.add(attemptOf('two'));
    const mark = ledger.mark();
    calls.set('a', 1);
    ledger.acknowledge('a');
    ledger.compare(completed('a'), 'POST', performance.now());
    const second = { id: 'b', requestBody: { attempt: 'two' }, orderState: 'pending' };
    ledger.compare(second, 'POST', performance.now());
    expect(ledger.rollBack(mark)).toEqual(['a', 'b']);
    expect(ledger.forget('b')).toBe(true);
    const failed = { orderState: 'failed', failure: { kind: 'interrupted' } };
    ledger.compare(order('a', failed), 'GET', performance.now());
    expect([ledger.forget('a'), ledger.forget('b')]).toEqual([false, true]);
    expect(findings()).toEqual([]);
    calls.set('b', 1);
    expect(ledger.forget('b')).toBe(false);
    ledger.compare(second, 'GET', performance.now());
    expect(findings()).toEqual(['changed after the fact']);
  });

  it('reports an order that a rollback has changed otherwise, or lost although it was reported before', () => {
    const { ledger, findings } = ledgerOf(new Map([['a', 1]]));
    ledger.acknowledge('b');
    const mark = ledger.mark();
    ledger.compare(completed('a'), 'POST', performance.now());
    ledger.rollBack(mark);
    ledger.compare({ ...completed('a'), durationMs: 1 }, 'GET', performance.now());
    expect(ledger.forget('b')).toBe(false);
    expect(findings()).toEqual(['changed after the fact']);
  });

  it('reports two orders of one activation', () => {
    const { ledger, findings } = ledgerOf(new Map([['a', 1]]));
    ledger.compare(completed('a'), 'POST', performance.now());
    ledger.compare(order('b', { orderState: 'pending' }), 'GET', performance.now());
    expect(findings()).toEqual(['ordered twice']);
  });

  it('reports a result that its seller did not return', () => {
    const { ledger, findings } = ledgerOf(new Map());
    ledger.compare(completed('a'), 'POST', performance.now());
    expect(findings()).toEqual(['wrong outcomes']);
  });
});

const REQUEST: FuzzRequest = {
  number: 1,
  operation: 'getMe',
  mutations: [],
  method: 'GET',
  target: '/v1/me',
  headers: [],
  body: undefined,
};

function findingOf(status: number, body: object, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', 'x-request-id': 'r', ...headers };
  const response = {
    status,
    headers: new Map(Object.entries(all)),
    body: Buffer.from(JSON.stringify(body)),
    closes: false,
  };
  return checkResponse(REQUEST, response, 'mkt_live')?.kind;
}

describe('the check of responses', () => {
  const error = { error: 'No.', type: 'not_found', requestId: 'r' };

  it('accepts a well-formed error', () => {
    expect(findingOf(404, error)).toBeUndefined();
    expect(findingOf(503, { ...error, type: 'overloaded' })).toBeUndefined();
  });

  it('reports a 5xx', () => {
    expect(findingOf(500, { ...error, type: 'internal' })).toBe('5xx responses');
  });

  it('reports an error of an unexpected shape', () => {
    expect(findingOf(404, { message: 'No.' })).toBe('misshapen errors');
    expect(findingOf(400, error)).toBe('misshapen errors');
    expect(findingOf(404, { ...error, requestId: 'other' })).toBe('misshapen errors');
    expect(findingOf(404, error, { 'content-type': 'text/html' })).toBe('misshapen errors');
  });

  it('reports internal details', () => {
    for (const inside of ['at run (file.js:1:2)', 'TypeError: x', 'SQLITE_BUSY', 'mkt_live']) {
      expect(findingOf(404, { ...error, error: inside })).toBe('leaks');
    }
  });
});

describe('the search for secrets', () => {
  it('finds a secret in every form, anywhere in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mkt-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const bytes = Buffer.alloc(32, 'secret');
    const secret = `whsec_${bytes.toString('base64')}`;
    const file = join(folder, 'market.db');
    for (const form of [secret, bytes, bytes.toString('hex'), bytes.toString('base64url')]) {
      // Across the boundary of two reads.
      await writeFile(file, Buffer.concat([Buffer.alloc(2 ** 20 - 5), Buffer.from(form)]));
      expect(await searchSecrets([folder], [secret])).not.toEqual([]);
    }
    await writeFile(file, Buffer.alloc(2 ** 20));
    expect(await searchSecrets([folder], [secret])).toEqual([]);
  });

  it('fails if there is no secret to search for, or no file to search', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mkt-secrets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const secret = 'a secret of the test';
    await expect(searchSecrets([folder], [secret])).rejects.toThrow('nothing to look at');
    await writeFile(join(folder, 'market.db'), '');
    await expect(searchSecrets([folder], [secret])).rejects.toThrow('nothing to look at');
    await writeFile(join(folder, 'market.db'), 'something');
    await expect(searchSecrets([folder], [])).rejects.toThrow('no secret');
    await expect(searchSecrets([folder], [''])).rejects.toThrow('no secret');
    await expect(searchSecrets([], [secret])).rejects.toThrow('no file');
    expect(await searchSecrets([folder], [secret])).toEqual([]);
  });
});

describe('a verdict', () => {
  it('fails if something that must be checked never was', () => {
    const mustCheck = ['orders', 'secrets'];
    const verdict = (report: ReturnType<typeof silent>) =>
      report.verdict('checked', ['lost'], { mustCheck });
    expect(verdict(silent())).toMatchObject({
      ok: false,
      findings: ['nothing checked: no orders to look at', 'nothing checked: no secrets to look at'],
    });
    const report = silent();
    report.checked('orders');
    report.checked('secrets', 0);
    expect(verdict(report).findings).toEqual(['nothing checked: no secrets to look at']);
    report.checked('secrets', 2);
    const other = silent();
    for (const what of mustCheck) other.checked(what);
    expect(verdict(other)).toMatchObject({ ok: true, findings: [] });
  });

  it('fails for a program that does nothing', async () => {
    for (const checks of [['orders'], []]) {
      const idle = defineTorture({ name: 'idle', kinds: [], checks }, () =>
        Promise.resolve({ done: 'nothing' }),
      );
      expect(await findingsOf(idle, {})).toHaveLength(checks.length === 0 ? 0 : 2);
    }
  });

  it('requires at least one measurement', () => {
    expect(() => percentile([], 0.99)).toThrow('nothing that was measured');
    expect(percentile([1, 2, 3], 0.5)).toBe(2);
  });
});
