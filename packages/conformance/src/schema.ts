/** The part of the package that worker processes load: no network, no checks. */
export { SCHEMA_CAPS } from './schema/caps.ts';
export { compileSchema, type CompiledSchema } from './schema/compile-schema.ts';
export { inspectSchema } from './schema/inspect-schema.ts';
export { schemaWarnings } from './schema/schema-warnings.ts';
export { mainThreadInputBytes } from './schema/simple-schema.ts';
