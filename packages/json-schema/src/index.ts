export { SCHEMA_CAPS } from './caps.ts';
export { compileSchema, planSchema, type CompiledSchema } from './compile-schema.ts';
export { inspectSchema } from './inspect-schema.ts';
export { pointerTo } from './json-pointer.ts';
export { planWeight } from './plan-weight.ts';
export type { Plan } from './plan.ts';
export { schemaReport, schemaWarnings } from './schema-warnings.ts';
export { isObject } from './subschemas.ts';
export { createValidator, type Validator } from './validator.ts';
