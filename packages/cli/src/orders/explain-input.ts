import { pointer, type Detail } from '@mkt/protocol';
import { suggest } from '../errors/suggest.ts';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 8;

/**
 * The marketplace's details of a refused input, with the members that the schema does not know and
 * that were probably meant to be others. A schema that allows any member never complains of them.
 */
export function explainInput(
  details: readonly Detail[],
  input: unknown,
  inputSchema: unknown,
): Detail[] {
  const unknown = unknownMembers(input, inputSchema, '', 0);
  const explained = details.map((detail) => {
    const meant = unknown.find(({ path }) => path === detail.path)?.meant;
    return meant ? { ...detail, message: `${detail.message}. Did you mean ${meant}?` } : detail;
  });
  const told = new Set(details.map(({ path }) => path));
  const added = unknown
    .filter(({ path, meant }) => meant !== undefined && !told.has(path))
    .map(({ path, meant }) => ({ path, message: `is not known. Did you mean ${meant}?` }));
  return [...explained, ...added];
}

interface Unknown {
  path: string;
  meant: string | undefined;
}

function unknownMembers(input: unknown, schema: unknown, path: string, depth: number): Unknown[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  if (Array.isArray(input)) {
    return input.flatMap((item, index) =>
      unknownMembers(item, schema['items'], `${path}/${index}`, depth + 1),
    );
  }
  const properties = schema['properties'];
  if (!isObject(input) || !isObject(properties)) return [];
  const missing = Object.keys(properties).filter((name) => !Object.hasOwn(input, name));
  return Object.entries(input).flatMap(([name, value]) => {
    const at = path + pointer(name);
    return Object.hasOwn(properties, name)
      ? unknownMembers(value, properties[name], at, depth + 1)
      : [{ path: at, meant: suggest(name, missing) }];
  });
}
