import { didYouMean, isObject, pointerTo, type Detail } from '@mkt/protocol';

const MAX_DEPTH = 8;

/**
 * The marketplace's details of a refused input, and the members that were probably misspelt. A
 * schema that allows any member does not refuse those, so the marketplace says nothing about them.
 */
export function explainInput(
  details: readonly Detail[],
  input: unknown,
  inputSchema: unknown,
): Detail[] {
  const told = new Set(details.map(({ path }) => path));
  const misspelt = misspeltMembers(input, inputSchema, '', 0);
  return [...details, ...misspelt.filter(({ path }) => !told.has(path))];
}

function misspeltMembers(input: unknown, schema: unknown, path: string, depth: number): Detail[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  if (Array.isArray(input)) {
    return input.flatMap((item, index) =>
      misspeltMembers(item, schema['items'], `${path}/${index}`, depth + 1),
    );
  }
  const properties = schema['properties'];
  if (!isObject(input) || !isObject(properties)) return [];
  const missing = Object.keys(properties).filter((name) => !Object.hasOwn(input, name));
  return Object.entries(input).flatMap(([name, value]) => {
    const at = pointerTo(path, name);
    if (Object.hasOwn(properties, name)) {
      return misspeltMembers(value, properties[name], at, depth + 1);
    }
    const suggestion = didYouMean(name, missing);
    return suggestion === '' ? [] : [{ path: at, message: `is not known.${suggestion}` }];
  });
}
