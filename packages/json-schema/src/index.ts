export { SCHEMA_CAPS } from './inspect/schema-caps.ts';
export {
  type CompiledSchema,
  compileSchema,
  type DescribedNode,
  describedPlan,
  type DescribedPlan,
  planSchema,
} from './compile-schema.ts';
export {
  compareSchemas,
  type SchemaChange,
  type SchemaComparison,
} from './compare/compare-schemas.ts';
export { inspectSchema } from './inspect/inspect-schema.ts';
export {
  type Plan,
  planBacktracks,
  type PlannedSchema,
  type PlanNode,
  planWeight,
} from './plan/plan.ts';
export { queryInputProblems, queryReader } from './query/query-input.ts';
export {
  type SchemaContext,
  schemaReport,
  type SchemaReport,
  schemaWarnings,
} from './inspect/schema-warnings.ts';
export type { BacktrackingEngine, Budget } from './validate/run.ts';
export { createValidator, type Validator, type ValidatorOptions } from './validate/validator.ts';
