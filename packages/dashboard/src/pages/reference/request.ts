import type { Operation, Parameter, Schema } from './model.ts';

/** What a person has typed, by the name of the parameter; `body` is JSON text. */
export interface Values {
  parameters: Readonly<Record<string, string>>;
  body: string;
}

/** A request as an example shows it, and as Try it sends it. */
export interface ApiRequest {
  method: string;
  /** With its parameters filled in. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON text. */
  body?: string;
  /** The body is sent as a form. */
  isForm: boolean;
}

const PAIR = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/;

/** `job=nightly, team=a` as `metadata[job]=nightly&metadata[team]=a`. */
const pairsOf = (name: string, value: string): [string, string][] =>
  value.split(',').flatMap((each): [string, string][] => {
    const [, key, text] = PAIR.exec(each) ?? [];
    return key === undefined ? [] : [[`${name}[${key}]`, text ?? '']];
  });

const isGiven = (value: string | undefined): value is string =>
  value !== undefined && value.trim() !== '';

/** The request of an operation with these values; a parameter without one is left out. */
export function requestOf(operation: Operation, { parameters, body }: Values): ApiRequest {
  const given = (place: Parameter['in']) =>
    operation.parameters.filter((each) => each.in === place && isGiven(parameters[each.name]));
  const valueOf = ({ name }: Parameter) => (parameters[name] ?? '').trim();
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (braced, name: string) =>
      isGiven(parameters[name]) ? encodeURIComponent(parameters[name].trim()) : braced,
    ),
    query: given('query').flatMap((each): (readonly [string, string])[] =>
      each.isMap ? pairsOf(each.name, valueOf(each)) : [[each.name, valueOf(each)]],
    ),
    headers: given('header').map((each) => [each.name, valueOf(each)]),
    ...(operation.body ? { body } : {}),
    isForm: operation.body?.isForm === true,
  };
}

/** The path with its query, as in the first line of a request. */
export function targetOf({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The members of a JSON body as those of a form. */
export function formOf(body: string): [string, string][] {
  const members = JSON.parse(body) as Record<string, unknown>;
  return Object.entries(members).map(([name, value]) => [name, String(value)]);
}

const JSON_INDENT = 2;

export const bodyText = (example: unknown): string => JSON.stringify(example, null, JSON_INDENT);

const EMPTY: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};

/** A value of a seller's schema: what it proposes, or a simple one of its type. */
function valueOfSchema(schema: Schema & { examples?: unknown }): unknown {
  const { default: proposed, const: only, enum: choices, examples, type } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  const kind = Array.isArray(type) ? type[0] : type;
  const simple = EMPTY[String(kind)] ?? null;
  return proposed ?? only ?? choices?.[0] ?? example ?? simple;
}

interface Contract {
  inputSchema?: unknown;
  requestExampleJson?: string | undefined;
}

/** An input for a listing: its seller's example, or the members that its schema requires. */
export function inputOf({ inputSchema, requestExampleJson }: Contract): unknown {
  if (requestExampleJson !== undefined) {
    try {
      return JSON.parse(requestExampleJson);
    } catch {
      // Not JSON: sellers may write anything.
    }
  }
  const { required, properties } = (inputSchema ?? {}) as Schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, valueOfSchema(properties?.[name] ?? {})]));
}
