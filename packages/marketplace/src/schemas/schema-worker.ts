import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { compileSchema } from '@mkt/json-schema';
import type { CompiledSchema } from '@mkt/json-schema';
import { createLru } from './lru.ts';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

const MAX_VALIDATORS = 500;

type Validator = Extract<CompiledSchema, { ok: true }>['validate'];

const validators = createLru<Validator>(MAX_VALIDATORS);

const reply = (message: SchemaReply) => process.send?.(message);

/** The validator of a hash, compiled if its text was sent along. */
function validatorOf(schemaHash: string, schemaJson: string): Validator | undefined {
  const compiled = compileSchema(JSON.parse(schemaJson));
  if (!compiled.ok) return undefined;
  validators.set(schemaHash, compiled.validate);
  return compiled.validate;
}

function answer(task: SchemaTask): SchemaReply {
  reply({ kind: 'begun' });
  if (task.kind === 'inspect') {
    const compiled = compileSchema(JSON.parse(task.schemaJson), task.path);
    return { kind: 'details', details: compiled.ok ? [] : compiled.details };
  }
  const { schemaHash, schemaJson, json } = task;
  let validator = validators.get(schemaHash);
  if (schemaJson !== undefined) {
    validator ??= validatorOf(schemaHash, schemaJson);
    if (!validator) return { kind: 'refused' };
    reply({ kind: 'begun' });
  }
  if (!validator) return { kind: 'unknown-schema' };
  return { kind: 'details', details: validator(JSON.parse(json)) };
}

/** Taken now: when the watch has started, the server may be gone already. */
const server = process.ppid;

/**
 * A server that was killed kills nobody, and a process in an endless validation hears of nothing: a
 * thread of it looks whether the server still lives. Started with the first task, for it takes 12 MB.
 */
const WATCH = `
  const look = () => process.ppid === ${server} || process.kill(process.pid, 'SIGKILL');
  setInterval(look, 1_000);
`;

let watched = false;
function watchServer(): void {
  if (watched) return;
  watched = true;
  new Worker(WATCH, { eval: true, execArgv: [], env: {} }).unref();
}

// The process exists to be killed: it holds nothing but compiled schemas.
process.on('message', (task: SchemaTask) => {
  watchServer();
  reply(answer(task));
});
process.on('disconnect', () => process.exit());
// Signals to a whole group of processes are for the server, which still has inputs to check.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
reply({ kind: 'ready' });
