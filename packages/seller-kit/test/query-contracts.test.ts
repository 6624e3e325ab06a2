import { readFileSync } from 'node:fs';
import { defineService, type Call } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { callService, signedRequest } from '@mkt/seller-kit/testing';
import type { Method } from '@mkt/protocol';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen } from './listen.ts';
import { recordingLogger, SECRET } from './sample-service.ts';

afterEach(() => vi.unstubAllEnvs());

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['city'],
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    exact: { type: 'boolean' },
    hours: { type: 'array', items: { type: 'integer' } },
  },
} as const;

const SAMPLE = { city: "Sankt Gallen & Gossau '24", days: 3, exact: true, hours: [6, 12] };

function weather(method: Method, signingSecret: string | undefined = SECRET) {
  const run = vi.fn<(input: unknown, call: Call) => unknown>((input) => input);
  const service = defineService({
    name: 'Weather',
    description: 'As it will be.',
    price: { amountCents: 1 },
    method,
    input: INPUT,
    signingSecret,
    logger: recordingLogger(),
    run,
  });
  return { run, service };
}

describe.each(['GET', 'DELETE'] as const)('a contract with method %s', (method) => {
  it('takes its input from the signed query string, with the types of the schema', async () => {
    const { service } = weather(method);
    const request = await signedRequest(service, SAMPLE);
    expect(request.method).toBe(method);
    const response = await service.fetch(request);
    expect([response.status, await response.json()]).toEqual([200, SAMPLE]);
  });

  it('does so over a socket, under a prefix', async () => {
    const { service } = weather(method);
    const url = await listen(express().use('/apis/weather', expressHandler(service)));
    const { headers, url: signed } = await signedRequest(service, SAMPLE);
    const response = await fetch(`${url}/apis/weather/run${new URL(signed).search}`, {
      method,
      headers,
    });
    expect([response.status, await response.json()]).toEqual([200, SAMPLE]);
  });

  it('refuses every query but the signed one', async () => {
    const { run, service } = weather(method);
    const { url, headers } = await signedRequest(service, { city: 'Bern', days: 3 });
    for (const query of [
      '',
      '?',
      '?city=Bern',
      '?city=Bern&days=4',
      '?days=3&city=Bern',
      '?city=Bern&days=3&',
      '?city=%42ern&days=3',
    ]) {
      const changed = new Request(url.replace(/\?.*/, query), { method, headers });
      expect((await service.fetch(changed)).status).toBe(401);
    }
    expect(run).not.toHaveBeenCalled();
    expect((await service.fetch(new Request(url, { method, headers }))).status).toBe(200);
  });

  it('responds with 400 to input that does not fit', async () => {
    const { status, body } = await callService(weather(method).service, { days: 3 });
    expect([status, body]).toEqual([
      400,
      { error: 'The input does not match the input schema: /city is required' },
    ]);
  });

  it('is refused when a query string cannot express its input', () => {
    const input = { type: 'object', properties: { at: { type: 'object' } } } as const;
    const { name, description, price } = { name: 'a', description: 'b', price: { amountCents: 1 } };
    expect(() =>
      defineService({ name, description, price, method, input, run: () => null }),
    ).toThrow(`input/properties/at cannot be sent in the query string of a ${method} call`);
  });

  it('responds to an unsigned HEAD /run with 200', async () => {
    const { run, service } = weather(method);
    const response = await service.fetch(new Request('http://seller.test/run', { method: 'HEAD' }));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(run).not.toHaveBeenCalled();
  });

  it('responds to POST /run with 404', async () => {
    const { service } = weather(method);
    const response = await service.fetch(
      new Request('http://seller.test/run', { method: 'POST', body: '{}' }),
    );
    expect(response.status).toBe(404);
  });
});

describe('GET /run of a GET contract', () => {
  it('is refused unsigned once there is a secret', async () => {
    const response = await weather('GET').service.fetch(
      new Request('http://seller.test/run?city=a'),
    );
    expect(response.status).toBe(401);
  });

  it('runs unsigned without one', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    const service = defineService({
      name: 'Open',
      description: 'Open.',
      price: { amountCents: 0 },
      method: 'GET',
      input: INPUT,
      logger: recordingLogger(),
      run: (input) => input,
    });
    const response = await service.fetch(
      new Request('http://seller.test/run?city=Bern&days=3&hours=6&hours=12'),
    );
    expect(await response.json()).toEqual({ city: 'Bern', days: 3, hours: [6, 12] });
  });
});

it('GET /run of a DELETE contract is the reachability check', async () => {
  const response = await weather('DELETE').service.fetch(new Request('http://seller.test/run'));
  expect([response.status, await response.text()]).toEqual([200, '']);
});

describe.each(['PUT', 'PATCH'] as const)('a contract with method %s', (method) => {
  it('takes its input from the signed body', async () => {
    const { service } = weather(method);
    const { status, body } = await callService(service, SAMPLE);
    expect([status, body]).toEqual([200, SAMPLE]);
  });

  it('responds to POST /run with 404', async () => {
    const { service } = weather(method);
    const request = new Request('http://seller.test/run', { method: 'POST', body: '{}' });
    expect((await service.fetch(request)).status).toBe(404);
  });
});

describe('the query vectors of the protocol', () => {
  it.each(readableVectors())('reach run as what was sent: $name', async (vector) => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    const service = defineService({
      name: 'Vectors',
      description: 'Read back.',
      price: { amountCents: 0 },
      method: 'GET',
      input: vector.inputSchema,
      logger: recordingLogger(),
      run: (input) => input,
    });
    const response = await service.fetch(
      new Request(`http://seller.test/run?${vector.expected.signedText}`),
    );
    const { backJson } = vector.expected;
    expect([response.status, await response.json()]).toEqual([200, JSON.parse(backJson)]);
  });
});

interface QueryVector {
  name: string;
  inputSchema: Record<string, unknown>;
  expected: { ok: true; signedText: string; backJson: string };
}

function readableVectors(): QueryVector[] {
  const file = new URL(import.meta.resolve('@mkt/protocol/vectors/query.json'));
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: QueryVector[] };
  return vectors.filter(({ expected }) => expected.ok);
}
