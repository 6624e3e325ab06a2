import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { readJson, type ListingContent } from '@mkt/protocol';
import type { ReviewContent } from '@mkt/conformance';
import {
  createValidator,
  planSchema,
  planWeight,
  schemaReport,
  type Plan,
  type Validator,
} from '@mkt/json-schema';
import { createBoundedMap } from '../concurrency/bounded-map.ts';
import type { SchemaReply, SchemaTask } from './schema-task.ts';

/** Well below the memory limit of the process, for an estimate is one. */
const MAX_HELD_BYTES = 48 * 1024 * 1024;

interface Known {
  plan: Plan;
  validator: Validator;
  heldBytes: number;
}

const known = createBoundedMap<Known>({ max: MAX_HELD_BYTES, weigh: ({ heldBytes }) => heldBytes });

const reply = (message: SchemaReply) => process.send?.(message);

/** Reads the schema whose text was sent along; `undefined` for one that is not accepted. */
function read(schemaHash: string, schemaJson: string): Known | undefined {
  const planned = planSchema(readJson(schemaJson).exact);
  if (!planned.ok) return undefined;
  const { plan } = planned;
  const heldBytes = planWeight(plan, JSON.stringify(plan).length);
  const entry = { plan, validator: createValidator(plan), heldBytes };
  known.set(schemaHash, entry);
  return entry;
}

/** The operator's words do not change while the server runs. */
let reviewContent: ReviewContent | undefined;

async function loadContentReview(blockedWords: readonly string[]): Promise<ReviewContent> {
  // The word lists are loaded by the first listing that is checked: a megabyte that inputs do not need.
  const { createContentReview } = await import('@mkt/conformance');
  return createContentReview(blockedWords);
}

async function review(task: Extract<SchemaTask, { kind: 'review-content' }>): Promise<SchemaReply> {
  reviewContent ??= await loadContentReview(task.blockedWords);
  reply({ kind: 'begun' });
  const content = readJson(task.contentJson).value as ListingContent;
  return { kind: 'content', check: reviewContent(content, task.slug) };
}

function answer(task: SchemaTask): SchemaReply | Promise<SchemaReply> {
  reply({ kind: 'begun' });
  if (task.kind === 'review-content') return review(task);
  if (task.kind === 'inspect') {
    return { kind: 'inspected', inspected: schemaReport(readJson(task.schemaJson).exact, task) };
  }
  const { schemaHash, schemaJson, json, wantsPlan } = task;
  let schema = known.get(schemaHash);
  if (schemaJson !== undefined) {
    schema ??= read(schemaHash, schemaJson);
    if (!schema) return { kind: 'refused' };
    reply({ kind: 'begun' });
  }
  if (!schema) return { kind: 'unknown-schema' };
  const details = schema.validator.validate(readJson(json).exact);
  return {
    kind: 'details',
    details,
    ...(wantsPlan ? { planJson: JSON.stringify(schema.plan) } : {}),
  };
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
  void Promise.resolve(answer(task)).then(reply);
});
process.on('disconnect', () => process.exit());
// Signals to a whole group of processes are for the server, which still has inputs to check.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
reply({ kind: 'ready' });
