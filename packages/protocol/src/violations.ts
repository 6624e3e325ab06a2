import { unknownNameMessage } from './closest-name.ts';
import type { Detail } from './generated/wire-types.ts';
import { pointerTo } from './json/json-pointer.ts';
import { LIMITS } from './limits.ts';

/** The part of ajv's (and a generated validator's) error that is read here. */
export interface SchemaViolation {
  instancePath: string;
  keyword: string;
  message?: string | undefined;
  params: Record<string, unknown>;
  /** Of an error inside `propertyNames`: the name that breaks it. */
  propertyName?: string | undefined;
}

const MAX_PATH = 200;
const MAX_MESSAGE = 500;
/** These only say that an alternative failed; the errors beside them say how. */
const WRAPPERS = new Set(['if', 'anyOf', 'oneOf', 'allOf', '$ref', 'propertyNames']);

function describe(violation: SchemaViolation, prefix: string): Detail {
  const { keyword, params, propertyName } = violation;
  const at = prefix + violation.instancePath;
  const detail = (path: string, message: string): Detail => ({
    path: path.slice(0, MAX_PATH).toWellFormed(),
    message: message.slice(0, MAX_MESSAGE).toWellFormed(),
    keyword,
  });
  const member = (name: unknown) => pointerTo(at, String(name));
  const message = (violation.message ?? 'is not valid').replace('must NOT', 'must not');
  if (propertyName !== undefined) return detail(member(propertyName), `as a name ${message}`);
  switch (keyword) {
    case 'required':
      return detail(member(params['missingProperty']), 'is required');
    case 'dependentRequired':
    case 'dependencies':
      return detail(member(params['missingProperty']), 'is required here');
    case 'additionalProperties':
      return detail(member(params['additionalProperty']), unknownName(params));
    case 'unevaluatedProperties':
      return detail(member(params['unevaluatedProperty']), 'is not known');
    case 'type':
      return detail(at, `must be ${String(params['type']).replaceAll(',', ' or ')}`);
    case 'enum':
      return detail(at, `must be one of ${listOf(params['allowedValues'])}`);
    case 'const':
      return detail(at, `must be ${listOf([params['allowedValue']])}`);
    case 'false schema':
      return detail(at, 'is not allowed');
    default:
      return detail(at, message);
  }
}

/** The validators pass the names that the schema knows as keys, of an object or of a map. */
function unknownName({ additionalProperty, properties }: SchemaViolation['params']): string {
  const known: Iterable<string> =
    properties instanceof Map ? properties.keys() : Object.keys(properties ?? {});
  return unknownNameMessage(String(additionalProperty), known);
}

/** The schema's own values: never the caller's. */
function listOf(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const text = all
    .slice(0, 20)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return all.length > 20 ? `${text}, …` : text;
}

interface Choice {
  /** An alternative failed by more than its type: that one was meant. */
  meant: boolean;
  /** The types of all alternatives. */
  types: Set<string>;
}

/** The places where every alternative failed. */
function choicesOf(violations: readonly SchemaViolation[]): Map<string, Choice> {
  const choices = new Map<string, Choice>();
  for (const { keyword, instancePath } of violations) {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue;
    choices.set(instancePath, { meant: false, types: new Set() });
  }
  if (choices.size === 0) return choices;
  for (const { keyword, instancePath, params } of violations) {
    if (WRAPPERS.has(keyword)) continue;
    const here = choices.get(instancePath);
    if (here && keyword === 'type') here.types.add(String(params['type']));
    else if (here) here.meant = true;
    for (const place of placesAbove(instancePath)) {
      const above = choices.get(place);
      if (above) above.meant = true;
    }
  }
  return choices;
}

function* placesAbove(path: string): Generator<string> {
  for (let end = path.length; end > 0;) {
    end = path.lastIndexOf('/', end - 1);
    if (end >= 0) yield path.slice(0, end);
  }
}

/**
 * The violations that help: of alternatives, the one that was meant, or all their types in one
 * sentence; not the errors that only say that an alternative failed.
 */
function tellingOf(violations: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const choices = choicesOf(violations);
  const listed = new Set(
    violations.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath),
  );
  const telling: SchemaViolation[] = [];
  for (const violation of violations) {
    const { keyword, instancePath } = violation;
    // A list of the allowed values says their type too.
    if (WRAPPERS.has(keyword) || (keyword === 'type' && listed.has(instancePath))) continue;
    const choice = keyword === 'type' ? choices.get(instancePath) : undefined;
    if (!choice) telling.push(violation);
    else if (!choice.meant) telling.push({ ...violation, params: { type: [...choice.types] } });
  }
  return telling.length > 0 ? telling : violations;
}

/**
 * Validator errors as the `details` of an error body: JSON Pointers and messages, at most 10, each
 * once, and never a value that the caller sent.
 */
export function describeViolations(
  violations: readonly SchemaViolation[] | null | undefined,
  prefix = '',
): Detail[] {
  const seen = new Set<string>();
  const details: Detail[] = [];
  for (const violation of tellingOf(violations ?? [])) {
    const detail = describe(violation, prefix);
    const key = `${detail.path} ${detail.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    details.push(detail);
    if (details.length === LIMITS.details) break;
  }
  return details;
}
