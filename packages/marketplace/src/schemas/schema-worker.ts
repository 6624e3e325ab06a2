import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ContractTerms, ProfileTexts, ReviewContent, ReviewProfile } from '@mkt/conformance';
import {
  createValidator,
  planSchema,
  schemaReport,
  type BacktrackingEngine,
  type Validator,
} from '@mkt/json-schema';
import { readJson, type ListingContent } from '@mkt/protocol';
import { SCHEMA_LIMITS } from '../market/limits.ts';
import { createBoundedMap } from '../structures/collections.ts';
import { createPlanMessage, type PlanMessage } from './main-thread.ts';
import type { SchemaReply, SchemaTask } from './worker-process.ts';

/** Well below the memory limit of the process, because it is only an estimate. */
const MAX_HELD_BYTES = 48 * 1024 * 1024;

interface Known {
  plan: PlanMessage;
  validator: Validator;
  heldBytes: number;
}

const known = createBoundedMap<Known>({ max: MAX_HELD_BYTES, weigh: ({ heldBytes }) => heldBytes });

const reply = (message: SchemaReply) => process.send?.(message);

/** The process is killed when the time is up, so it may run any pattern. */
const backtracking: BacktrackingEngine = (pattern) => {
  const compiled = new RegExp(pattern, 'u');
  return (text) => compiled.test(text);
};

/** Compiles a schema whose text was sent; `undefined` if it is not accepted. */
function compile(schemaHash: string, schemaJson: string): Known | undefined {
  const planned = planSchema(readJson(schemaJson).exact);
  if (!planned.ok) return undefined;
  const plan = createPlanMessage(planned.plan);
  const { heldBytes } = plan;
  const entry = { plan, validator: createValidator(planned.plan, { backtracking }), heldBytes };
  known.set(schemaHash, entry);
  return entry;
}

/** Loaded with the first comparison. */
async function compare({
  beforeJson,
  afterJson,
}: Extract<SchemaTask, { kind: 'compare' }>): Promise<SchemaReply> {
  const { comparisonMs, comparisonUnits } = SCHEMA_LIMITS;
  const { compareContracts } = await import('@mkt/conformance');
  reply({ kind: 'begun' });
  const untilMs = performance.now() + comparisonMs;
  const budget = { units: comparisonUnits, isLate: () => performance.now() > untilMs };
  const terms = (json: string) => readJson(json).exact as ContractTerms;
  const comparison = compareContracts(terms(beforeJson), terms(afterJson), budget);
  return { kind: 'compared', comparison };
}

/** Created once each: the blocked words do not change while the server runs. */
let reviewContent: ReviewContent | undefined;
let reviewProfile: ReviewProfile | undefined;

// Loaded with the first content check: the word lists take a megabyte, which validating inputs does
// not need.
const loadReviews = () => import('@mkt/conformance');

async function review(task: Extract<SchemaTask, { kind: 'review-content' }>): Promise<SchemaReply> {
  reviewContent ??= (await loadReviews()).createContentReview(task.blockedWords);
  reply({ kind: 'begun' });
  const content = readJson(task.contentJson).value as ListingContent;
  return { kind: 'content', check: reviewContent(content, task.slug) };
}

async function reviewOfProfile(
  task: Extract<SchemaTask, { kind: 'review-profile' }>,
): Promise<SchemaReply> {
  reviewProfile ??= (await loadReviews()).createProfileReview(task.blockedWords);
  reply({ kind: 'begun' });
  const profile = readJson(task.profileJson).value as ProfileTexts;
  return { kind: 'content', check: reviewProfile(profile) };
}

function perform(task: SchemaTask): SchemaReply | Promise<SchemaReply> {
  reply({ kind: 'begun' });
  if (task.kind === 'review-content') return review(task);
  if (task.kind === 'review-profile') return reviewOfProfile(task);
  if (task.kind === 'compare') return compare(task);
  if (task.kind === 'inspect') {
    return { kind: 'inspected', inspected: schemaReport(readJson(task.schemaJson).exact, task) };
  }
  const { schemaHash, schemaJson, json, wantsPlan } = task;
  let schema = known.get(schemaHash);
  if (schemaJson !== undefined) {
    schema ??= compile(schemaHash, schemaJson);
    if (!schema) return { kind: 'refused' };
    reply({ kind: 'begun' });
  }
  if (!schema) return { kind: 'unknown-schema' };
  const details = schema.validator.validate(readJson(json).exact);
  if (!details) return { kind: 'undecided' };
  return {
    kind: 'details',
    details,
    ...(wantsPlan ? { plan: schema.plan } : {}),
  };
}

/** Read now: the server may already be gone when the watchdog starts. */
const serverPid = process.ppid;

/**
 * A server that is killed cannot end its workers, and a worker in an endless validation handles no
 * events. So a watchdog thread ends the process when the server is gone. It is started with the
 * first task, because it takes 12 MB.
 */
const WATCHDOG = `
  const check = () => process.ppid === ${serverPid} || process.kill(process.pid, 'SIGKILL');
  setInterval(check, 1_000);
`;

let hasWatchdog = false;
function startWatchdog(): void {
  if (hasWatchdog) return;
  hasWatchdog = true;
  new Worker(WATCHDOG, { eval: true, execArgv: [], env: {} }).unref();
}

// The process may be killed at any time: it holds nothing but schemas.
process.on('message', (task: SchemaTask) => {
  startWatchdog();
  // The process is killed in the end, which would lose what it has compiled.
  void Promise.resolve(perform(task)).then(reply).then(flushCompileCache);
});
process.on('disconnect', () => process.exit());
// A signal to the whole process group is for the server, which still has inputs to validate while
// it shuts down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
reply({ kind: 'ready' });
