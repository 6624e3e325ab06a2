// SECURITY.md: a schema process is isolated from the server, and ends with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type SchemaReply, startWorkerProcess } from '../../src/schemas/worker-process.ts';
import { createWorkerPool } from '../../src/schemas/worker-pool.ts';

const SCRIPT = new URL('../../src/schemas/schema-worker.ts', import.meta.url);
const SOURCES = ['--conditions=mkt-source'];

/** A pattern that only a schema process may run: its cost doubles with every second character. */
const DOUBLING = { pattern: '^(?=(a|aa)+$)b' };
const ENDLESS = {
  kind: 'validate' as const,
  wantsPlan: false,
  schemaHash: 'endless',
  schemaJson: JSON.stringify(DOUBLING),
  json: JSON.stringify(`${'a'.repeat(200)}!`),
};

function start() {
  const replies: SchemaReply[] = [];
  let ended = false;
  const worker = startWorkerProcess({
    script: SCRIPT,
    execArgv: SOURCES,
    onReply: (reply) => replies.push(reply),
    onEnd: () => (ended = true),
  });
  onTestFinished(() => worker.kill());
  const kinds = () => replies.map(({ kind }) => kind);
  const until = (...events: string[]) => expect.poll(kinds).toEqual(events);
  return { worker, replies, until, hasEnded: () => ended };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a schema process', () => {
  it('can be killed in the middle of an endless validation', async () => {
    const { worker, until, hasEnded } = start();
    await until('ready');
    worker.send(ENDLESS);
    await until('ready', 'begun', 'begun');
    await worker.kill();
    expect(hasEnded()).toBe(true);
  });

  it('survives a signal to the whole process group, because the server still has inputs to validate', async () => {
    const { worker, replies, until } = start();
    await until('ready');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(worker.pid, signal);
    worker.send({ kind: 'inspect', schemaJson: '{}', path: '' });
    await until('ready', 'begun', 'inspected');
    expect(replies.at(-1)).toMatchObject({ kind: 'inspected', inspected: { details: [] } });
  });

  it('ends when the server is killed, even in an endless validation', async () => {
    const server = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('./killed-server.mjs', import.meta.url)),
        fileURLToPath(SCRIPT),
        JSON.stringify(ENDLESS),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(server, 'exit');
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const pid = Number(line);
    expect(await ended).toEqual([null, 'SIGKILL']);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('sees nothing of the environment', async () => {
    vi.stubEnv('MKT_ENCRYPTION_KEY', 'a secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { worker, until } = start();
    await until('ready');
    const environment = readFileSync(`/proc/${worker.pid}/environ`, 'utf8');
    expect(environment).not.toMatch(/MKT_|PATH|HOME/);
  });
});

describe('a pool whose processes do not start', () => {
  it('refuses waiting tasks, and tries again with the next one', async () => {
    const script = new URL('./no-such-worker.js', import.meta.url);
    const pool = createWorkerPool({ script, execArgv: [], size: 2 });
    onTestFinished(() => pool.close());
    const task = { kind: 'inspect', schemaJson: '{}', path: '' } as const;
    for (let n = 0; n < 3; n++) {
      const outcomes = await Promise.all([
        pool.run({ group: 'a' }, task, 50),
        pool.run({ group: 'b' }, task, 50),
      ]);
      expect(outcomes).toEqual([{ kind: 'busy' }, { kind: 'busy' }]);
    }
  });
});
