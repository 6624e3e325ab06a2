import { createHash } from 'node:crypto';
import type { Detail } from '@mkt/protocol';
import { LIMITS } from '@mkt/protocol';
import { compileSchema, mainThreadInputBytes, type CompiledSchema } from '@mkt/json-schema';
import {
  schemasBusy,
  type SchemaValidation,
  type ValidationOutcome,
  type ValidationTask,
} from '../domain/schema-validation.ts';
import { createLru } from './lru.ts';
import { createWorkerPool, MAX_WAIT_MS, type TaskOutcome } from './worker-pool.ts';

const COMPILE_BUDGET_MS = 2_000;
const MAX_ON_MAIN = 2_000;
/** A server that has just started has more urgent work for its cores. */
const WARM_AFTER_MS = 1_000;

type Validator = Extract<CompiledSchema, { ok: true }>['validate'];

/** How large an input may be that this thread checks itself; without a validator, none. */
interface MainThread {
  maxBytes: number;
  validate?: Validator;
}

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './schema-worker.ts' : './schema-worker.js', import.meta.url);

const outcomeOf = (details: Detail[]): ValidationOutcome =>
  details.length === 0 ? { kind: 'valid' } : { kind: 'invalid', details };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** JSON of what a caller in this process hands over, which may nest deeper than any request. */
function textOf(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    return undefined;
  }
}

export interface SchemaValidationOptions {
  /** Worker processes at most, of about 60 MB each. */
  processes: number;
}

/**
 * Validates against sellers' schemas. Inputs that a schema surely validates within 1 ms are checked
 * on the main thread; all others in worker processes, time-boxed.
 */
export function createSchemaValidation({ processes }: SchemaValidationOptions): SchemaValidation & {
  /** Starts the processes soon, before anybody needs them. */
  warm(): void;
  close(): Promise<void>;
} {
  const pool = createWorkerPool({
    script: SCRIPT,
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
    size: processes,
  });
  const onMain = createLru<MainThread>(MAX_ON_MAIN);
  let warming: NodeJS.Timeout | undefined;

  /** The schema's text, if the listing still has the schema that this hash names. */
  async function loadSchema(task: ValidationTask): Promise<string | undefined> {
    const text = await task.loadSchema();
    return text !== null && hashOf(text) === task.schemaHash ? text : undefined;
  }

  function onMainThread(schemaHash: string, schemaJson: string): MainThread {
    const schema: unknown = JSON.parse(schemaJson);
    const maxBytes = mainThreadInputBytes(schema);
    const compiled = maxBytes > 0 ? compileSchema(schema) : undefined;
    const entry: MainThread = compiled?.ok
      ? { maxBytes, validate: compiled.validate }
      : { maxBytes: 0 };
    onMain.set(schemaHash, entry);
    return entry;
  }

  /** Processes have a cache each: one that has not met the schema is sent its text. */
  async function validateInWorker(task: ValidationTask): Promise<ValidationOutcome> {
    const { group, urgent = false, schemaHash, json } = task;
    const place = { group, urgent, waitsUntilMs: performance.now() + MAX_WAIT_MS };
    const known = await pool.run(
      place,
      { kind: 'validate', schemaHash, json },
      LIMITS.inputValidationMs,
    );
    if (known.kind !== 'reply' || known.reply.kind !== 'unknown-schema') return decided(known);
    const schemaJson = await loadSchema(task);
    if (schemaJson === undefined) return { kind: 'changed' };
    return decided(
      await pool.run(
        place,
        { kind: 'validate', schemaHash, schemaJson, json },
        COMPILE_BUDGET_MS,
        LIMITS.inputValidationMs,
      ),
    );
  }

  return {
    async inspect(schema, { path, group }) {
      const schemaJson = textOf(schema);
      if (schemaJson === undefined) return [{ path, message: 'is nested too deeply' }];
      const outcome = await pool.run(
        { group },
        { kind: 'inspect', schemaJson, path },
        COMPILE_BUDGET_MS,
      );
      if (outcome.kind === 'reply' && outcome.reply.kind === 'details')
        return outcome.reply.details;
      if (outcome.kind === 'busy') throw schemasBusy();
      return [{ path, message: 'takes too long to compile', keyword: 'timeout' }];
    },
    async validate(task) {
      let main = onMain.get(task.schemaHash);
      if (main === undefined) {
        const schemaJson = await loadSchema(task);
        if (schemaJson === undefined) return { kind: 'changed' };
        main = onMainThread(task.schemaHash, schemaJson);
      }
      if (!main.validate || Buffer.byteLength(task.json) > main.maxBytes) {
        return validateInWorker(task);
      }
      return outcomeOf(main.validate(task.value));
    },
    warm() {
      warming = setTimeout(() => pool.warm(), WARM_AFTER_MS).unref();
    },
    close() {
      clearTimeout(warming);
      return pool.close();
    },
  };
}

function decided(outcome: TaskOutcome): ValidationOutcome {
  if (outcome.kind !== 'reply') return { kind: outcome.kind };
  // A schema that was accepted once and does not compile now cannot be decided in any time.
  return outcome.reply.kind === 'details' ? outcomeOf(outcome.reply.details) : { kind: 'timeout' };
}
