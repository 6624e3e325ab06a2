import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { readJson } from '@mkt/protocol';
import { createValidator, planSchema, schemaReport, type Validator } from '@mkt/json-schema';
import { createLru } from './lru.ts';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

const MAX_VALIDATORS = 500;

const validators = createLru<Validator>({ max: MAX_VALIDATORS });

const reply = (message: SchemaReply) => process.send?.(message);

/** The reply to a task that brought the schema's text: its plan too, for whoever wants to apply it. */
function validateFirst(schemaHash: string, schemaJson: string, json: string): SchemaReply {
  const planned = planSchema(readJson(schemaJson).exact);
  if (!planned.ok) return { kind: 'refused' };
  const validator = createValidator(planned.plan);
  validators.set(schemaHash, validator);
  reply({ kind: 'begun' });
  const details = validator.validate(readJson(json).exact);
  return { kind: 'details', details, planJson: JSON.stringify(planned.plan) };
}

function answer(task: SchemaTask): SchemaReply {
  reply({ kind: 'begun' });
  if (task.kind === 'inspect') {
    return { kind: 'inspected', inspected: schemaReport(readJson(task.schemaJson).exact, task) };
  }
  const { schemaHash, schemaJson, json } = task;
  if (schemaJson !== undefined) return validateFirst(schemaHash, schemaJson, json);
  const validator = validators.get(schemaHash);
  if (!validator) return { kind: 'unknown-schema' };
  return { kind: 'details', details: validator.validate(readJson(json).exact) };
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

// The process exists to be killed: it holds nothing but schemas.
process.on('message', (task: SchemaTask) => {
  watchServer();
  reply(answer(task));
});
process.on('disconnect', () => process.exit());
// Signals to a whole group of processes are for the server, which still has inputs to check.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
reply({ kind: 'ready' });
