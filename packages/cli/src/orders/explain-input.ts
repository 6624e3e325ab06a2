import { didYouMean, isObject, pointerTo, type Detail } from '@mkt/protocol';

const MAX_DEPTH = 8;

/**
 * The marketplace's details of a refused input, and the fields that were probably misspelled. If the
 * schema allows additional fields, the marketplace does not report those, only the missing ones.
 */
export function explainInput(
  details: readonly Detail[],
  input: unknown,
  inputSchema: unknown,
): Detail[] {
  const reported = new Set(details.map(({ path }) => path));
  const misspelled = misspelledFields(input, inputSchema, '', 0);
  return [...details, ...misspelled.filter(({ path }) => !reported.has(path))];
}

function misspelledFields(input: unknown, schema: unknown, path: string, depth: number): Detail[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  if (Array.isArray(input)) {
    return input.flatMap((item, index) =>
      misspelledFields(item, schema['items'], `${path}/${index}`, depth + 1),
    );
  }
  const properties = schema['properties'];
  if (!isObject(input) || !isObject(properties)) return [];
  const missing = Object.keys(properties).filter((name) => !Object.hasOwn(input, name));
  return Object.entries(input).flatMap(([name, value]) => {
    const at = pointerTo(path, name);
    if (Object.hasOwn(properties, name)) {
      return misspelledFields(value, properties[name], at, depth + 1);
    }
    const suggestion = didYouMean(name, missing);
    return suggestion === '' ? [] : [{ path: at, message: `is not a known field.${suggestion}` }];
  });
}
