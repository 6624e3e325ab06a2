export { SCHEMA_CAPS } from './inspect/schema-caps.ts';
export { compileSchema, planSchema, type CompiledSchema } from './compile-schema.ts';
export {
  compareSchemas,
  type SchemaChange,
  type SchemaComparison,
} from './compare/compare-schemas.ts';
export { inspectSchema } from './inspect/inspect-schema.ts';
export { describedPlan, type DescribedNode, type DescribedPlan } from './compile-schema.ts';
export { planBacktracks, planWeight } from './plan/plan.ts';
export type { Plan, PlanNode, PlannedSchema } from './plan/plan.ts';
export { queryInputProblems, queryReader } from './query/query-input.ts';
export { schemaReport, type SchemaContext, type SchemaReport } from './inspect/schema-warnings.ts';
export { schemaWarnings } from './inspect/schema-warnings.ts';
export type { BacktrackingEngine, Budget } from './validate/run.ts';
export { createValidator, type Validator, type ValidatorOptions } from './validate/validator.ts';
