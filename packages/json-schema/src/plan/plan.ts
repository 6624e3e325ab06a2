/** A regular expression as RE2 writes it, and about how many instructions RE2 makes of it. */
export interface PlannedPattern {
  source: string;
  steps: number;
  /** Number of Unicode property escapes; each brings large tables. */
  properties: number;
}

/** By name or position; the number is an index into the plan's nodes. */
export type Named = readonly (readonly [name: string, node: number])[];

/**
 * A schema reduced to what affects validity, in the same form for every draft: references are indexes,
 * `items` as a list is `prefixItems`, `dependencies` are `dependentRequired` and `dependentSchemas`.
 */
export interface PlannedSchema {
  refs?: readonly number[];
  type?: readonly string[];
  enum?: readonly unknown[];
  const?: { value: unknown };
  allOf?: readonly number[];
  anyOf?: readonly number[];
  oneOf?: readonly number[];
  not?: number;
  if?: number;
  then?: number;
  else?: number;

  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;

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
