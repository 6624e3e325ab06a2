import type { InexactNumber } from '@mkt/protocol';

/** A number of the schema, with its digits where a double would change its value. */
export type Numeric = number | InexactNumber;

/** A regular expression, and about how many instructions RE2 makes of it. */
export interface PlannedPattern {
  /** As RE2 writes it; in ECMA-262's syntax with the `u` flag if it `backtracks`. */
  source: string;
  steps: number;
  /** Number of Unicode property escapes; each brings large tables. */
  properties: number;
  /** RE2 cannot run it. */
  backtracks?: true;
}

/** By name or position; the number is an index into the plan's nodes. */
export type Named = readonly (readonly [name: string, node: number])[];

/**
 * A schema reduced to what affects validity, in the same form for every draft: references are indexes,
 * `items` as a list is `prefixItems`, `dependencies` are `dependentRequired` and `dependentSchemas`.
 */
export interface PlannedSchema {
  /** May be applied to one value more than once, so that its verdicts are remembered. */
  shared?: true;
  refs?: readonly number[];
  type?: readonly string[];
  /** `text` is the beginning of the list, for messages: it is written once, not for each violation. */
  enum?: { values: readonly unknown[]; text: string };
  const?: { value: unknown; text: string };
  allOf?: readonly number[];
  anyOf?: readonly number[];
  oneOf?: readonly number[];
  not?: number;
  if?: number;
  then?: number;
  else?: number;

  minimum?: Numeric;
  maximum?: Numeric;
  exclusiveMinimum?: Numeric;
  exclusiveMaximum?: Numeric;
  multipleOf?: Numeric;

  minLength?: number;
  maxLength?: number;
  pattern?: PlannedPattern & { written: string };
  format?: string;

  minItems?: number;
  maxItems?: number;
  uniqueItems?: true;
  prefixItems?: readonly number[];
  items?: number;
  contains?: number;
  minContains?: number;
  maxContains?: number;
  unevaluatedItems?: number;

  minProperties?: number;
  maxProperties?: number;
  required?: readonly string[];
  dependentRequired?: readonly (readonly [name: string, needed: readonly string[]])[];
  dependentSchemas?: Named;
  properties?: Named;
  patternProperties?: readonly (readonly [pattern: PlannedPattern, node: number])[];
  additionalProperties?: number;
  propertyNames?: number;
  unevaluatedProperties?: number;
}

export type PlanNode = PlannedSchema | boolean;

/**
 * An accepted schema, ready for `createValidator`. It is JSON, so that it can be passed to another
 * process. The first node is the whole schema.
 */
export interface Plan {
  nodes: readonly PlanNode[];
  /** 2020-12: items that match `contains` count as evaluated. */
  containsEvaluates: boolean;
}

/** Bytes of memory, estimated: for a character of a plan's JSON, and for a step of a compiled pattern. */
const BYTES_PER_CHARACTER = 10;
export const BYTES_PER_STEP = 400;

/** About how many bytes a plan and its validator hold, once everything in it has been prepared. */
export function planWeight({ nodes }: Plan, jsonLength: number): number {
  let steps = 0;
  const count = (pattern: PlannedPattern | undefined) => {
    steps += pattern?.steps ?? 0;
  };
  for (const node of nodes) {
    if (typeof node === 'boolean') continue;
    count(node.pattern);
    for (const [pattern] of node.patternProperties ?? []) count(pattern);
  }
  return BYTES_PER_CHARACTER * jsonLength + BYTES_PER_STEP * steps;
}

/** Whether a plan has a pattern that RE2 cannot run, which only a process with a time limit may do. */
export const planBacktracks = ({ nodes }: Plan): boolean =>
  nodes.some(
    (node) =>
      typeof node === 'object' &&
      (node.pattern?.backtracks === true ||
        node.patternProperties?.some(([pattern]) => pattern.backtracks) === true),
  );
