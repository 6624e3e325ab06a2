import { unknownNameMessage } from './closest-name.ts';
import type { Detail } from './generated/wire-types.ts';
import { isObject } from './json/inexact-number.ts';
import { pointerSegments, pointerTo } from './json/json-pointer.ts';
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

/** A position in the value. While violations are collected, the same position is the same object. */
export interface Place {
  parent: Place | undefined;
  name: string | number;
  inner: Map<string | number, Place> | undefined;
}

export const rootPlace = (): Place => ({ parent: undefined, name: '', inner: undefined });

export function placeInside(parent: Place, name: string | number): Place {
  const inner = (parent.inner ??= new Map());
  let place = inner.get(name);
  if (!place) inner.set(name, (place = { parent, name, inner: undefined }));
  return place;
}

/** A problem at one place of a value. */
export interface Violation {
  place: Place;
  keyword: string;
  /** Never contains a value that the caller sent. */
  message: string | (() => string);
  /** The member of the place that the message is about. */
  member?: string | undefined;
  /** For the keyword `type`: the types that are allowed. */
  types?: readonly string[];
}

const MAX_PATH = 200;
const MAX_MESSAGE = 500;
const MAX_VALUES = 20;
const MAX_VALUE = 100;
/** A list of values is not continued beyond this length. */
const MAX_LIST = 400;
/** Errors of ajv beyond this number are ignored: details come from the first ones. */
const MAX_ERRORS = 1_000;
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

/** The message of a violation inside `propertyNames`. */
export const invalidName = (message: string): string =>
  `is not a valid name: it ${plainMessage(message)}`;

/** The message about a member that must be there because another one is. */
export const requiredBeside = (name: string): string =>
  `is required when ${shortJson(name)} is present`;

/** JSON of a value of a schema, cut to 100 characters before it is written. */
function shortJson(root: unknown): string {
  let text = '';
  const write = (value: unknown) => {
    if (text.length > MAX_VALUE) return;
    if (typeof value === 'string') {
      text += JSON.stringify(value.slice(0, MAX_VALUE));
    } else if (Array.isArray(value)) {
      text += '[';
      for (const [index, item] of value.entries()) {
        if (index > 0) text += ',';
        write(item);
        if (text.length > MAX_VALUE) return;
      }
      text += ']';
    } else if (isObject(value)) {
      text += '{';
      for (const [index, name] of Object.keys(value).entries()) {
        text += `${index > 0 ? ',' : ''}${JSON.stringify(name.slice(0, MAX_VALUE))}:`;
        write(value[name]);
        if (text.length > MAX_VALUE) return;
      }
      text += '}';
    } else {
      text += JSON.stringify(value) ?? 'null';
    }
  };
  write(root);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}

/** The beginning of a list of a schema's values, as a message names them. */
export function listValues(values: readonly unknown[]): string {
  let text = '';
  for (const [index, value] of values.entries()) {
    if (index === MAX_VALUES || text.length > MAX_LIST) return `${text}, …`;
    text += `${index > 0 ? ', ' : ''}${shortJson(value)}`;
  }
  return text;
}

/** JSON Pointer, cut before it is written: a buyer's names may be as long as the input. */
function pathOf({ place, member }: Violation, prefix: string): string {
  const names: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) names.push(at.name);
  names.reverse();
  if (member !== undefined) names.push(member);
  let path = prefix;
  for (const name of names) {
    if (path.length > MAX_PATH) break;
    path = pointerTo(path, String(name).slice(0, MAX_PATH));
  }
  return path.slice(0, MAX_PATH).toWellFormed();
}

interface Choice {
  /** An alternative failed on more than its type, so it was the intended one. */
  intended: boolean;
  /** The types of all alternatives. */
  types: Set<string>;
}

/** Where every alternative failed. */
function choicesOf(violations: readonly Violation[]): Map<Place, Choice> {
  const choices = new Map<Place, Choice>();
  for (const { keyword, place } of violations) {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue;
    choices.set(place, { intended: false, types: new Set() });
  }
  if (choices.size === 0) return choices;
  for (const { keyword, place, types = [] } of violations) {
    if (WRAPPERS.has(keyword)) continue;
    const here = choices.get(place);
    if (here && keyword === 'type') for (const type of types) here.types.add(type);
    else if (here) here.intended = true;
    for (let above = place.parent; above; above = above.parent) {
      const choice = choices.get(above);
      if (choice) choice.intended = true;
    }
  }
  return choices;
}

/** Whether a violation is worth a detail, and the types that it should name. */
function* helpfulOf(violations: readonly Violation[]): Generator<Violation> {
  const choices = choicesOf(violations);
  const listed = new Set(
    violations.filter(({ keyword }) => keyword === 'enum').map(({ place }) => place),
  );
  for (const violation of violations) {
    const { keyword, place } = violation;
    // A list of the allowed values implies their type.
    if (WRAPPERS.has(keyword) || (keyword === 'type' && listed.has(place))) continue;
    const choice = keyword === 'type' ? choices.get(place) : undefined;
    if (!choice) yield violation;
    else if (!choice.intended) yield { ...violation, types: [...choice.types] };
  }
}

function describe(violation: Violation, prefix: string): Detail {
  const { keyword, types, message } = violation;
  const text = types
    ? `must be ${types.join(' or ')}`
    : plainMessage(typeof message === 'string' ? message : message());
  return {
    path: pathOf(violation, prefix),
    message: text.slice(0, MAX_MESSAGE).toWellFormed(),
    keyword,
  };
}

/**
 * Violations as the `details` of an error body: at most 10, without duplicates, each with a JSON
 * Pointer and a message. Only those that are returned are written. Of alternatives, those of the
 * intended one are listed, or all types in one sentence, but not that an alternative failed.
 */
export function detailsOf(violations: readonly Violation[], prefix = ''): Detail[] {
  const seen = new Set<string>();
  const details: Detail[] = [];
  const add = (violation: Violation) => {
    const detail = describe(violation, prefix);
    const key = `${detail.path} ${detail.message}`;
    if (!seen.has(key)) details.push(detail);
    seen.add(key);
  };
  for (const violation of helpfulOf(violations)) {
    if (details.length === LIMITS.details) return details;
    add(violation);
  }
  if (details.length > 0) return details;
  for (const violation of violations.slice(0, LIMITS.details)) add(violation);
  return details;
}

/** The same for errors of ajv, or of a generated validator. */
export function describeViolations(
  errors: readonly SchemaViolation[] | null | undefined,
  prefix = '',
): Detail[] {
  const root = rootPlace();
  const placeAt = (path: string) =>
    pointerSegments(path.slice(0, 2 * MAX_PATH)).reduce(placeInside, root);
  const violations = (errors ?? [])
    .slice(0, MAX_ERRORS)
    .map((error) => toViolation(error, placeAt(error.instancePath)));
  return detailsOf(violations, prefix);
}

function toViolation({ keyword, params, propertyName, message }: SchemaViolation, place: Place) {
  const violation = (text: string | (() => string), member?: string): Violation => ({
    place,
    keyword,
    message: text,
    ...(member === undefined ? {} : { member }),
  });
  const text = message ?? 'is not valid';
  if (propertyName !== undefined) return violation(() => invalidName(text), propertyName);
  switch (keyword) {
    case 'required':
      return violation('is required', String(params['missingProperty']));
    case 'dependentRequired':
    case 'dependencies':
      return violation(
        requiredBeside(String(params['property'])),
        String(params['missingProperty']),
      );
    case 'additionalProperties':
      return violation(() => unknownName(params), String(params['additionalProperty']));
    case 'unevaluatedProperties':
      return violation('is not a known field', String(params['unevaluatedProperty']));
    case 'type':
      return { ...violation(text), types: [params['type']].flat().map(String) };
    case 'enum':
      return violation(() => `must be one of ${listValues(params['allowedValues'] as unknown[])}`);
    case 'const':
      return violation(() => `must be ${listValues([params['allowedValue']])}`);
    case 'false schema':
      return violation('is not allowed');
    default:
      return violation(text);
  }
}

/** The validators pass the names that the schema defines as the keys of an object. */
const unknownName = ({ additionalProperty, properties }: SchemaViolation['params']): string =>
  unknownNameMessage(String(additionalProperty), Object.keys(properties ?? {}));
