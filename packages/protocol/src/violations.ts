import { unknownNameMessage } from './closest-name.ts';
import type { Detail } from './generated/wire-types.ts';
import { pointerTo } from './json/json-pointer.ts';
import { LIMITS } from './limits.ts';

/** The part of an error of ajv, or of a generated validator, that is used here. */
export interface SchemaViolation {
  instancePath: string;
  keyword: string;
  message?: string | undefined;
  params: Record<string, unknown>;
  /** The invalid name, for an error inside `propertyNames`. */
  propertyName?: string | undefined;
}

const MAX_PATH = 200;
const MAX_MESSAGE = 500;
/** These only say that an alternative failed; the errors next to them say why. */
const WRAPPERS = new Set(['if', 'anyOf', 'oneOf', 'allOf', '$ref', 'propertyNames']);

/** The message of a validator without capitals, and with singulars. */
function plainMessage(message: string): string {
  return message
    .replace('must NOT', 'must not')
    .replace(/^must not have fewer than 1 (?:characters|items|properties)$/, 'must not be empty')
    .replace(/ than 1 (character|item)s$/, ' than 1 $1')
    .replace(/ than 1 properties$/, ' than 1 property');
}

function describe(violation: SchemaViolation, prefix: string): Detail {
  const { keyword, params, propertyName } = violation;
  const at = prefix + violation.instancePath;
  const detail = (path: string, message: string): Detail => ({
    path: path.slice(0, MAX_PATH).toWellFormed(),
    message: message.slice(0, MAX_MESSAGE).toWellFormed(),
    keyword,
  });
  const member = (name: unknown) => pointerTo(at, String(name));
  const message = plainMessage(violation.message ?? 'is not valid');
  if (propertyName !== undefined) {
    return detail(member(propertyName), `is not a valid name: it ${message}`);
  }
  switch (keyword) {
    case 'required':
      return detail(member(params['missingProperty']), 'is required');
    case 'dependentRequired':
    case 'dependencies':
      return detail(
        member(params['missingProperty']),
        `is required when ${listOf([params['property']])} is present`,
      );
    case 'additionalProperties':
      return detail(member(params['additionalProperty']), unknownName(params));
    case 'unevaluatedProperties':
      return detail(member(params['unevaluatedProperty']), 'is not a known field');
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

/** The validators pass the names that the schema defines as the keys of an object or a map. */
function unknownName({ additionalProperty, properties }: SchemaViolation['params']): string {
  const known: Iterable<string> =
    properties instanceof Map ? properties.keys() : Object.keys(properties ?? {});
  return unknownNameMessage(String(additionalProperty), known);
}

/** Values from the schema, never the caller's. */
function listOf(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const text = all
    .slice(0, 20)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return all.length > 20 ? `${text}, …` : text;
}

interface Choice {
  /** An alternative failed on more than its type, so it was the intended one. */
  intended: boolean;
  /** The types of all alternatives. */
  types: Set<string>;
}

/** Where every alternative failed. */
function choicesOf(violations: readonly SchemaViolation[]): Map<string, Choice> {
  const choices = new Map<string, Choice>();
  for (const { keyword, instancePath } of violations) {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue;
    choices.set(instancePath, { intended: false, types: new Set() });
  }
  if (choices.size === 0) return choices;
  for (const { keyword, instancePath, params } of violations) {
    if (WRAPPERS.has(keyword)) continue;
    const here = choices.get(instancePath);
    if (here && keyword === 'type') here.types.add(String(params['type']));
    else if (here) here.intended = true;
    for (const path of pathsAbove(instancePath)) {
      const above = choices.get(path);
      if (above) above.intended = true;
    }
  }
  return choices;
}

function* pathsAbove(path: string): Generator<string> {
  for (let end = path.length; end > 0;) {
    end = path.lastIndexOf('/', end - 1);
    if (end >= 0) yield path.slice(0, end);
  }
}

/**
 * The violations that help: for alternatives, those of the intended one, or all their types in one
 * sentence, but not the errors that only say that an alternative failed.
 */
function helpfulOf(violations: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const choices = choicesOf(violations);
  const listed = new Set(
    violations.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath),
  );
  const helpful: SchemaViolation[] = [];
  for (const violation of violations) {
    const { keyword, instancePath } = violation;
    // A list of the allowed values implies their type.
    if (WRAPPERS.has(keyword) || (keyword === 'type' && listed.has(instancePath))) continue;
    const choice = keyword === 'type' ? choices.get(instancePath) : undefined;
    if (!choice) helpful.push(violation);
    else if (!choice.intended) helpful.push({ ...violation, params: { type: [...choice.types] } });
  }
  return helpful.length > 0 ? helpful : violations;
}

/**
 * Validator errors as the `details` of an error body: at most 10, without duplicates, each with a
 * JSON Pointer and a message. Values that the caller sent are never included.
 */
export function describeViolations(
  violations: readonly SchemaViolation[] | null | undefined,
  prefix = '',
): Detail[] {
  const seen = new Set<string>();
  const details: Detail[] = [];
  for (const violation of helpfulOf(violations ?? [])) {
    const detail = describe(violation, prefix);
    const key = `${detail.path} ${detail.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    details.push(detail);
    if (details.length === LIMITS.details) break;
  }
  return details;
}
