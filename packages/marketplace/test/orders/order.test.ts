// docs/buy/orders.md#the-order-record and docs/buy/orders.md#the-call-itself: what the outcome of a
// call means for its order.
import { readJson } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { durationMs, failed, isCharged, readOutcome } from '../../src/orders/order.ts';
import type { CallOutcome, SellerBody } from '../../src/sellers/gateway.ts';

const responded = (status: number, body: SellerBody): CallOutcome => ({
  kind: 'response',
  status,
  body,
});
const json = (value: unknown): Extract<SellerBody, { kind: 'json' }> => ({
  kind: 'json',
  json: JSON.stringify(value),
  value,
  toCheck: readJson(JSON.stringify(value)),
});

function failureOf(outcome: CallOutcome) {
  const reading = readOutcome(outcome);
  if (reading.completed || reading.settlement.state !== 'failed')
    throw new Error('It did not fail.');
  return reading.settlement;
}

describe('a response', () => {
  for (const status of [200, 201, 202, 299]) {
    it(`a response with ${status} and JSON completes the order`, () => {
      expect(readOutcome(responded(status, json({ a: 1 })))).toEqual({
        completed: true,
        resultJson: '{"a":1}',
        toCheck: readJson('{"a":1}'),
      });
    });
  }

  it('keeps the JSON as the seller wrote it', () => {
    const text = '{ "a": 1.0e0 }';
    const body: SellerBody = { ...json({ a: 1 }), json: text, toCheck: readJson(text) };
    expect(readOutcome(responded(200, body))).toMatchObject({ resultJson: '{ "a": 1.0e0 }' });
  });

  it('a response with a 2xx and no body completes the order with null', () => {
    expect(readOutcome(responded(204, { kind: 'empty' }))).toEqual({
      completed: true,
      resultJson: 'null',
      toCheck: readJson('null'),
    });
  });

  it('a response with a 2xx that is not JSON fails the order, with the status', () => {
    expect(failureOf(responded(200, { kind: 'not-json' }))).toEqual({
      state: 'failed',
      errorMessage: "The seller's response is not valid JSON",
      failure: { kind: 'invalid_json', sellerStatus: 200 },
    });
  });

  it('a response with a 2xx that cannot be decoded fails the order, and says why', () => {
    const problem = 'is not complete and valid br data';
    expect(failureOf(responded(201, { kind: 'not-json', problem }))).toEqual({
      state: 'failed',
      errorMessage: "The seller's response is not complete and valid br data",
      failure: { kind: 'invalid_json', sellerStatus: 201 },
    });
  });

  for (const status of [199, 300, 301, 302, 304, 308, 400, 401, 404, 429, 500, 503]) {
    it(`a response with ${status} fails the order, whatever its body`, () => {
      for (const body of [{ kind: 'empty' } as const, { kind: 'not-json' } as const, json({})]) {
        expect(failureOf(responded(status, body))).toEqual({
          state: 'failed',
          errorMessage: `Upstream service returned ${status}`,
          failure: { kind: 'seller_status', sellerStatus: status },
        });
      }
    });
  }
});

describe("the seller's own message", () => {
  const messageOf = (value: unknown) =>
    failureOf(responded(503, json(value))).failure.sellerMessage;

  it('is kept', () => {
    expect(messageOf({ error: 'Out of service' })).toBe('Out of service');
  });

  it('is cut at 500 characters, never within one', () => {
    expect(messageOf({ error: 'x'.repeat(501) })).toBe('x'.repeat(500));
    expect(messageOf({ error: `${'x'.repeat(499)}😀` })).toBe('x'.repeat(499));
    expect(messageOf({ error: `${'x'.repeat(498)}😀` })).toBe(`${'x'.repeat(498)}😀`);
  });

  for (const [what, value] of [
    ['not text', { error: { message: 'x' } }],
    ['empty', { error: '' }],
    ['missing', {}],
    ['in a list', [{ error: 'x' }]],
    ['the whole response', 'x'],
    ['null', null],
  ] as const) {
    it(`is left out when it is ${what}`, () => {
      expect(messageOf(value)).toBeUndefined();
    });
  }
});

describe('a call without a response', () => {
  for (const kind of [
    'timeout',
    'connection',
    'tls',
    'url_not_allowed',
    'too_large',
    'interrupted',
  ] as const) {
    it(`fails the order as ${kind}, with a message`, () => {
      const settlement = failureOf({ kind });
      expect(settlement.failure).toEqual({ kind });
      expect(settlement.errorMessage).toMatch(/^[A-Z].{20,}/);
    });
  }

  it('the message says that the service closed the connection, not that it could not be reached', () => {
    const settlement = failureOf({ kind: 'dropped' });
    expect(settlement.failure).toEqual({ kind: 'connection' });
    expect(settlement.errorMessage).toMatch(/closed the connection/);
    expect(failureOf({ kind: 'connection' }).errorMessage).toMatch(/could not be reached/);
  });

  it('the message says that the outcome of an interrupted call is unknown', () => {
    expect(failed('interrupted')).toMatchObject({
      errorMessage: 'Interrupted: the outcome is unknown',
    });
  });
});

it('only a completed order is charged', () => {
  const states = ['pending', 'running', 'completed', 'failed'] as const;
  expect(states.filter((state) => isCharged({ state }))).toEqual(['completed']);
});

it('the duration is from start to completion, and never negative', () => {
  expect(durationMs({ startedAtMs: 100, completedAtMs: 350 })).toBe(250);
  expect(durationMs({ startedAtMs: 100, completedAtMs: 90 })).toBe(0);
  expect(durationMs({ startedAtMs: null, completedAtMs: 90 })).toBeNull();
  expect(durationMs({ startedAtMs: 100, completedAtMs: null })).toBeNull();
});
