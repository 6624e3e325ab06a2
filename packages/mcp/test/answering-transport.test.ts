// docs/buy/agents.md#over-stdio: every request before the end of stdin is answered, unless no one reads the response.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { answering } from '../src/answering-transport.ts';

const ping = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });
const cancel = (requestId: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

const LONG_MS = 600_000;

async function open() {
  const inner: Transport = {
    start: async () => undefined,
    send: async () => undefined,
    close: async () => inner.onclose?.(),
  };
  const transport = answering(inner);
  await transport.start();
  let isAnswered = false;
  return {
    transport,
    receive: (message: JSONRPCMessage) => inner.onmessage?.(message),
    wait(ms = LONG_MS) {
      return transport.answered(ms).then(() => (isAnswered = true));
    },
    async isAnswered() {
      await new Promise(setImmediate);
      return isAnswered;
    },
  };
}

describe('the wait for the last responses', () => {
  it('ends at once when there was no request', async () => {
    const { wait } = await open();
    expect(await wait()).toBe(true);
  });

  it('ends when every request has its response or was cancelled', async () => {
    const { transport, receive, wait, isAnswered } = await open();
    receive(ping(1));
    receive(ping(2));
    void wait();
    await transport.send(pong(1));
    expect(await isAnswered()).toBe(false);
    receive(cancel(2));
    expect(await isAnswered()).toBe(true);
  });

  it('ends when the transport is closed: the rest cannot be answered', async () => {
    const { transport, receive, wait, isAnswered } = await open();
    receive(ping(1));
    void wait();
    expect(await isAnswered()).toBe(false);
    await transport.close();
    expect(await isAnswered()).toBe(true);
    expect(await wait()).toBe(true);
  });

  it('ends after its time limit', async () => {
    const { receive, wait } = await open();
    receive(ping(1));
    expect(await wait(1)).toBe(true);
  });
});
