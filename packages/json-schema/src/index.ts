export { SCHEMA_CAPS } from './caps.ts';
export { compileSchema, type CompiledSchema } from './compile-schema.ts';
export { inspectSchema } from './inspect-schema.ts';
export { pointerTo } from './json-pointer.ts';
export { schemaReport, schemaWarnings } from './schema-warnings.ts';
export { mainThreadInputBytes } from './simple-schema.ts';
export { isObject } from './subschemas.ts';
