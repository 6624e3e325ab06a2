import { parseJson, readJson } from '@mkt/protocol';
import { createValidator, planSchema, type Validator } from '@mkt/json-schema';
import type { InputProblem } from './field-errors.ts';

/** The question to a worker: whether an input fits a schema, or without `input` what is wrong with the schema. */
export interface CheckRequest {
  id: number;
  schema: string;
  input: string | undefined;
}

export interface CheckReply {
  id: number;
  /** `undefined` if the input could not be checked in time. */
  problems: readonly InputProblem[] | undefined;
}

/** Well below the time after which the worker is given up. */
const VALIDATION_MS = 500;

/** A schema is read once, because inputs are checked by the same one at every keystroke. */
let known:
  | { schema: string; planned: ReturnType<typeof planSchema>; validator?: Validator }
  | undefined;

function read(schema: string) {
  if (known?.schema !== schema) known = { schema, planned: planSchema(readJson(schema).exact) };
  return known;
}

/** Checks as the marketplace does, by the same engine, and gives up when it takes too long. */
export function checkInput({ schema, input }: CheckRequest): CheckReply['problems'] {
  const found = read(schema);
  if (input === undefined) return found.planned.ok ? [] : found.planned.details;
  // What the marketplace accepts and this page cannot read is for the marketplace to judge.
  if (!found.planned.ok) return undefined;
  const parsed = parseJson(new TextEncoder().encode(input));
  if (!parsed.ok) return [{ path: '', message: parsed.message }];
  found.validator ??= createValidator(found.planned.plan);
  const untilMs = performance.now() + VALIDATION_MS;
  const budget = { units: Number.POSITIVE_INFINITY, isLate: () => performance.now() > untilMs };
  return found.validator.validateWithin(budget, parsed.exact);
}
