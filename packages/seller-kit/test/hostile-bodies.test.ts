import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { formatPayload } from '@mkt/protocol/signing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SECRET } from './sample-service.ts';

const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

/** The smallest chunks, and those that take most of the wire: Node allows 16 KiB of extensions. */
const ATTACKS = {
  'chunks of 1 byte': { block: '1\r\na\r\n'.repeat(10_000), blocks: 100 },
  'chunks of 1 byte with 16 KB extensions': {
    block: `1;${'x'.repeat(16_000)}\r\na\r\n`.repeat(4),
    blocks: 1_000,
  },
};
type Attack = (typeof ATTACKS)[keyof typeof ATTACKS];

const PAYLOAD = formatPayload(
  { orderId: 'o', listingId: 'l', buyerId: 'b' },
  Math.floor(Date.now() / 1000),
);
const SIGNED_LOOKING = `X-MKT-Payload: ${PAYLOAD}\r\nX-MKT-Signature: v1,${'A'.repeat(43)}=\r\n`;

async function startSeller(adapter: string) {
  const program = join(import.meta.dirname, 'seller-process.ts');
  const child = spawn(process.execPath, ['--conditions=mkt-source', program, adapter], {
    env: { PATH: process.env['PATH'] ?? '', MKT_SIGNING_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const statm = `/proc/${child.pid}/statm`;
  const residentBytes = async () =>
    Number((await readFile(statm, 'utf8')).split(' ')[1]) * PAGE_BYTES;
  return { port: Number(line.toString()), residentBytes };
}

/** Sends tiny chunks until all are sent or the other side closes; returns the response, if any. */
async function send(port: number, headers: string, { block, blocks }: Attack): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')));
  // The server may cut the connection at any time.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Reached only when the attack succeeds: the service reads on and does not respond.
  const deadline = new Promise((resolve) =>
    AbortSignal.timeout(60_000).addEventListener('abort', resolve),
  );
  socket.write(`POST /run HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`);
  for (let sent = 0; sent < blocks && socket.writable; sent++) {
    if (!socket.write(block)) await Promise.race([drained(socket), closed, deadline]);
  }
  // The last chunk is never sent: the service must not wait for it.
  await Promise.race([closed, responseIn(socket, () => response), deadline]);
  socket.destroy();
  return response;
}

const drained = (socket: Socket) => new Promise((resolve) => socket.once('drain', resolve));

async function responseIn(socket: Socket, response: () => string): Promise<void> {
  while (!response().includes('}')) await new Promise((resolve) => socket.once('data', resolve));
}

/**
 * Shows that the service still responds. On a quiet machine it takes 5 to 60 ms, but the attackers
 * share this process and its cores, and on a busy one it took six seconds. A service that is blocked
 * would take a minute.
 */
const RESPONDS_WITHIN_MS = 30_000;

/** Measures the memory that a service takes during `work`, and the latency of its health endpoint. */
async function watch<T>(
  { port, residentBytes }: Awaited<ReturnType<typeof startSeller>>,
  work: () => Promise<T>,
) {
  // On a connection of its own each time: one that waits may be closed just when it is used again.
  const health = async () => {
    const asked = get({ port, path: '/health', agent: false });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await text(response);
  };
  await health();
  const before = await residentBytes();
  let peak = before;
  const over = new AbortController();
  const tookMs: number[] = [];
  const watching = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await health();
      tookMs.push(performance.now() - startedAt);
      peak = Math.max(peak, await residentBytes());
    }
  })();
  const result = await work();
  over.abort();
  await watching;
  // The median: the attacker shares this process and the machine with the one who measures.
  const healthMs = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)];
  return { result, grownMib: (peak - before) / MIB, healthMs };
}

describe.each(Object.entries(ATTACKS))('%s', (_, attack) => {
  it.each(['express', 'node:http'])(
    'cost a service on %s no memory when they are unsigned',
    async (adapter) => {
      const seller = await startSeller(adapter);
      const { result, grownMib, healthMs } = await watch(seller, () =>
        Promise.all(Array.from({ length: 4 }, () => send(seller.port, '', attack))),
      );
      for (const response of result) expect(response).toMatch(/^HTTP\/1.1 401 /);
      expect(grownMib).toBeLessThan(100);
      expect(healthMs).toBeLessThan(RESPONDS_WITHIN_MS);
    },
  );

  it('neither fill the memory of a service nor block it when 44 requests look signed', async () => {
    const seller = await startSeller('express');
    const { result, grownMib, healthMs } = await watch(seller, () =>
      Promise.all(Array.from({ length: 44 }, () => send(seller.port, SIGNED_LOOKING, attack))),
    );
    // An attacker that still sends when its connection is cut may lose the response.
    const responses = result.filter((response) => response !== '');
    expect(responses.length).toBeGreaterThan(0);
    for (const response of responses) expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(grownMib).toBeLessThan(250);
    expect(healthMs).toBeLessThan(RESPONDS_WITHIN_MS);
  });
});
