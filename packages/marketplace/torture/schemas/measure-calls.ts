import { createHash } from 'node:crypto';
import { planSchema } from '@mkt/json-schema';
import { readJson } from '@mkt/protocol';
import { createMainThread } from '../../src/schemas/main-thread.ts';

export interface Candidate {
  schema: unknown;
  value: unknown;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Enough calls for everything to be prepared, or given up. */
const CALLS = 6;

/**
 * How long each call takes with which a schema can hold the main thread: taking its plan over, then
 * one validation after another. `undefined` for a schema that is refused.
 */
export function measureCalls({ schema, value }: Candidate): number[] | undefined {
  const planned = planSchema(schema);
  if (!planned.ok) return undefined;
  const planJson = JSON.stringify(planned.plan);
  const json = JSON.stringify(value);
  const schemaHash = hashOf(planJson);
  const thread = createMainThread(() => performance.now());
  const task = { schemaHash, document: readJson(json) };
  const calls = [
    () => thread.add(schemaHash, planJson),
    ...Array.from({ length: CALLS }, () => () => void thread.validate(task)),
  ];
  return calls.map((call) => {
    const startedMs = performance.now();
    call();
    return performance.now() - startedMs;
  });
}
