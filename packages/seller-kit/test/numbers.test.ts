import { defineService, type Call } from '@mkt/seller-kit';
import type { Method } from '@mkt/protocol';
import { describe, expect, it, vi } from 'vitest';
import { recordingLogger } from './sample-service.ts';

function service(method: Method = 'POST', input: Record<string, unknown> = {}) {
  const run = vi.fn<(given: unknown, call: Call) => unknown>((given, { bodyText }) => [
    given,
    bodyText,
  ]);
  const defined = defineService({
    name: 'Numbers',
    description: 'As they were written.',
    price: { amountCents: 0 },
    method,
    input,
    signingSecret: false,
    logger: recordingLogger(),
    run,
  });
  const send = async (query: string, body?: string) => {
    const init = body === undefined ? { method } : { method, body };
    const response = await defined.fetch(new Request(`http://seller.test/run${query}`, init));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { run, send };
}

describe('a call with numbers that a double cannot represent', () => {
  it('passes run ordinary values, and the body as it was sent', async () => {
    const body = '{ "id": 9007199254740993,\n  "x": [0.1000000000000000055, 1e-400, 19.990] }';
    const { send } = service();
    expect(await send('', body)).toEqual({
      status: 200,
      body: [{ id: 9_007_199_254_740_992, x: [0.1, 0, 19.99] }, body],
    });
  });

  it.each(['GET', 'DELETE'] as const)('has the raw query string of a %s call', async (method) => {
    const { send } = service(method, { properties: { name: { type: 'string' } } });
    const query = 'id=9007199254740993&name=a%20b';
    expect(await send(`?${query}`)).toEqual({
      status: 200,
      body: [{ id: '9007199254740993', name: 'a b' }, query],
    });
  });

  it('is refused when a number has over 1,000 digits or a larger exponent', async () => {
    const { run, send } = service();
    for (const number of [`0.${'1'.repeat(1000)}`, '1e-1001']) {
      expect(await send('', `{"a":[${number}]}`)).toEqual({
        status: 400,
        body: {
          error:
            'The input does not match the input schema: /a/0 must have at most 1000 digits and an exponent of at most ±1000',
        },
      });
    }
    expect(run).not.toHaveBeenCalled();
    expect(await send('', `[0.${'1'.repeat(999)},1e-1000]`)).toMatchObject({ status: 200 });
  });
});

describe('a body that parsers read differently', () => {
  it.each([
    ['a name that occurs twice', '{"a":1,"\\u0061":2}', 'The body has the field /a twice'],
    ['an infinite number', '[1e400]', 'The body has a number that is out of range'],
  ])('is refused: %s', async (_, body, error) => {
    const { run, send } = service();
    expect(await send('', body)).toEqual({ status: 400, body: { error } });
    expect(run).not.toHaveBeenCalled();
  });
});
