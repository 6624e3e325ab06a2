// docs/buy/agents.md#tools: no input reaches a seller with other numbers than the agent sent.
import type { JSONRPCErrorResponse } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { exactMessages } from '../src/exact-messages.ts';

const call = (input: string) =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"input":${input}}}}\n`;

/** What is passed on of an input that arrives in these pieces, and the responses to the rest. */
async function read(pieces: readonly (string | Buffer)[], maxBytes = 1_000_000) {
  const refused: JSONRPCErrorResponse[] = [];
  const messages = exactMessages({ maxBytes, refuse: (response) => refused.push(response) });
  for (const piece of pieces) messages.write(piece);
  messages.end();
  const passed = (await messages.toArray()).map(String).join('');
  return { passed, refused };
}

describe('messages over stdio', () => {
  it('are passed on, however they arrive', async () => {
    const lines = call('{"city":"Åre","n":19.99}') + call('[1e3,9007199254740992]');
    const bytes = Buffer.from(lines);
    expect(await read([lines])).toEqual({ passed: lines, refused: [] });
    const single = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await read(single)).toEqual({ passed: lines, refused: [] });
  });

  it.each([
    [
      'a number that a double would round',
      '{"id":9007199254740993}',
      /more digits than JavaScript/,
    ],
    ['a number beyond the range of a double', '1e999', /out of range/],
    ['a name that occurs twice', '{"to":"a","to":"b"}', /input\/to twice/],
  ])('are refused with %s', async (_, input, reason) => {
    const { passed, refused } = await read([call(input) + call('1')]);
    expect(passed).toBe(call('1'));
    expect(refused).toMatchObject([{ id: 7, error: { code: -32602 } }]);
    expect(refused[0]?.error.message).toMatch(reason);
  });

  it('are refused with an argument that the SDK would drop, but not with such an input', async () => {
    const kept = call('{"__proto__":"x"}');
    const lost = kept.replace('"input"', '"__proto__"');
    const { passed, refused } = await read([lost + kept]);
    expect(passed).toBe(kept);
    expect(refused[0]?.error.message).toBe(
      'No order was placed: the message has an argument __proto__; pass the input to run_listing as its argument input.',
    );
  });

  it.each([
    ['no JSON', 'not a message\n'],
    ['an empty line', '\n'],
    ['a response to a question', '{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740993}}\n'],
    ['a notification', '{"jsonrpc":"2.0","method":"x","params":{"n":9007199254740993}}\n'],
    ['null', 'null\n'],
  ])('are left to the transport: %s', async (_, line) => {
    expect(await read([line])).toEqual({ passed: line, refused: [] });
  });

  it.each([
    [
      'first',
      (text: string) => `{"jsonrpc":"2.0","id":7,"method":"x","params":{"text":"${text}"}}\n`,
    ],
    [
      'last',
      (text: string) => `{"method":"x","params":{"text":"${text}"},"jsonrpc":"2.0","id":7}\n`,
    ],
  ])('that are too long are refused by their id at the end: %s', async (_, messageOf) => {
    const line = Buffer.from(messageOf('x'.repeat(5_000)));
    const pieces = [line.subarray(0, 90), line.subarray(90, 4_000), line.subarray(4_000)];
    const { passed, refused } = await read([call('1'), ...pieces, call('2')], 500);
    expect(passed).toBe(call('1') + call('2'));
    expect(refused).toMatchObject([
      { id: 7, error: { message: 'No order was placed: the message is larger than 500 bytes.' } },
    ]);
  });

  it('that are too long are dropped, when only a member within them is called id', async () => {
    const text = 'x'.repeat(5_000);
    const line = `{"jsonrpc":"2.0","params":{"id":8,"text":"${text}","id":9},"method":"x"}\n`;
    expect(await read([line, call('2')], 500)).toEqual({ passed: call('2'), refused: [] });
  });

  it('that the transport would not answer are refused', async () => {
    const batch = '[{"id":1,"method":"ping"},{"id":"b","method":"ping"},{"method":"x"},7]\n';
    const { passed, refused } = await read([batch, '{"id":2,"method":"ping","params":[1]}\n']);
    expect(passed).toBe('');
    expect(refused.map(({ id }) => id)).toEqual([1, 'b', 2]);
  });
});
