import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closedAddress } from '../test-bed/local-server.ts';
import type { Contestant } from './contestants.ts';
import { startProgram } from './measure/child-process.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { API_KEY, INPUT_SCHEMA, LISTING_ID } from './sample-call.ts';

const POLL_MS = 50;

async function listensOn(port: number): Promise<void> {
  for (;;) {
    const isListening = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      // Redis does not speak HTTP, but closes such a connection once it listens.
      (error: { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    );
    if (isListening) return;
    await pause(POLL_MS);
  }
}

/** The `redis-server` of the PATH. It writes to disk once a second, so a crash may lose a second. */
export async function startRedis(): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const port = (await closedAddress()).port;
  const options = { port, bind: '127.0.0.1', dir: temporaryFolder(), appendonly: 'yes', save: '' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGKILL'));
  await Promise.race([
    listensOn(port),
    ended.then(() => {
      throw new Error('redis-server cannot be started.');
    }),
  ]);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const OBJECT = { type: 'object' };
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** An activation as an OpenAPI document for Prism. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Activation', version: '1' },
  paths: {
    '/v1/orders': {
      post: {
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['listingId', 'requestBody'],
            properties: { listingId: { type: 'string' }, requestBody: INPUT_SCHEMA },
          }),
        },
        responses: { 200: { description: 'Done', ...json(OBJECT) } },
      },
    },
  },
};

/** Prism as a proxy: it validates requests against the document, and stores nothing. */
export async function startPrism(folder: string, sellerUrl: string): Promise<Contestant> {
  const port = (await closedAddress()).port;
  const document = join(temporaryFolder(), 'openapi.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const bin = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  // Its child processes exit at once if NODE_ENV is "production".
  const flags = ['--errors', '--multiprocess=false', '-h', '127.0.0.1', '-p', String(port)];
  const server = await startProgram([bin, 'proxy', document, sellerUrl, ...flags], {}, (line) =>
    line.includes('listening') ? `http://127.0.0.1:${port}` : undefined,
  );
  return { ...server, name: 'prism proxy', apiKey: API_KEY, listingId: LISTING_ID };
}
