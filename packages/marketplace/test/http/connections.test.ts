// SECURITY.md: clients that hold connections or do not read responses cost a bounded amount.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, type ListenOptions } from '../../src/http/listen.ts';
import { message, open } from './raw-exchange.ts';

const BODY = Buffer.alloc(16 * 1024 * 1024, 'x');
const GET = message(['GET / HTTP/1.1', 'Host: x']);

/** A server whose responses are 16 MiB: more than the system buffers. */
async function serveLarge(options: Partial<ListenOptions>) {
  let given = 0;
  let cut = 0;
  const app = express();
  app.get('/', (_req, res) => {
    given += 1;
    res.once('close', () => (cut += res.writableFinished ? 0 : 1));
    res.end(BODY);
  });
  const listening = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    requestId: () => 'id',
    ...options,
  });
  onTestFinished(async () => {
    listening.destroy();
    await listening.close();
  });
  return { url: `http://127.0.0.1:${listening.port}`, given: () => given, cut: () => cut };
}

/** A connection that sends a request and does not read the response. */
async function openUnread(url: string) {
  const socket = await open(url);
  onTestFinished(() => void socket.destroy());
  socket.write(GET);
  return socket;
}

/** Reads until the connection closes or the response is complete. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY.length) socket.end();
  });
  await once(socket, 'close');
  return bytes;
}

describe('a response', () => {
  it('a response that is not read in time is aborted, and its connection is closed', async () => {
    const { url, cut } = await serveLarge({ unread: { unreadBytes: Infinity, unreadMs: 500 } });
    const socket = await openUnread(url);
    await expect.poll(cut).toBe(1);
    expect(await read(socket)).toBeLessThan(BODY.length);
  });
});

describe('unread responses', () => {
  it('are aborted, largest first, until their total is within the limit', async () => {
    const unreadBytes = 3.5 * BODY.length;
    const { url, given, cut } = await serveLarge({ unread: { unreadBytes, unreadMs: 60_000 } });
    const sockets = await Promise.all(Array.from({ length: 8 }, () => openUnread(url)));
    await expect.poll(() => [given(), cut()]).toEqual([8, 5]);
    const lengths = await Promise.all(sockets.map(read));
    expect(lengths.filter((bytes) => bytes > BODY.length)).toHaveLength(3);
  });
});

describe('connections', () => {
  it('are limited; one that closes makes room', async () => {
    const { url } = await serveLarge({ maxConnections: 3 });
    const held = await Promise.all([1, 2, 3].map(() => open(url)));
    onTestFinished(() => held.forEach((socket) => socket.destroy()));
    const refused = await open(url);
    await once(refused, 'close');
    held[0]?.destroy();
    await expect.poll(async () => read(await openUnread(url))).toBeGreaterThan(BODY.length);
  });
});
