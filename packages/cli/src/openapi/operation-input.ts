import { isObject, printable } from '@mkt/protocol';
import {
  type ApiDocument,
  jsonMedia,
  listAt,
  type Node,
  objectAt,
  resolved,
  textAt,
  Unsupported,
} from './document.ts';
import type { Operation } from './prepare.ts';
import type { Schema, Translator } from './schemas.ts';

/** How the API wants its key; `null` if it needs none. */
export type KeyScheme = {
  /** Its name in the document. */
  scheme: string;
  in: 'header' | 'query';
  name: string;
  /** What precedes the key in the header. */
  prefix: '' | 'Bearer ' | 'Basic ';
} | null;

/** The alternatives of an operation; each is a list of schemes that are needed together. */
function alternativesOf({ root }: ApiDocument, { node }: Operation): string[][] {
  const holder = Object.hasOwn(node, 'security') ? node : root;
  return listAt(holder, 'security').map((each) => (isObject(each) ? Object.keys(each) : []));
}

function schemeOf(document: ApiDocument, scheme: string): KeyScheme | undefined {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes');
  const node = Object.hasOwn(schemes, scheme) ? resolved(document, schemes[scheme]) : {};
  const name = textAt(node, 'name');
  const type = textAt(node, 'type');
  const isBasic = textAt(node, 'scheme')?.toLowerCase() === 'basic';
  if (type === 'apiKey' && name !== undefined) {
    const place = node['in'];
    if (printable(name) !== name) return undefined;
    if (place === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined;
    return place === 'header' || place === 'query'
      ? { scheme, in: place, name, prefix: '' }
      : undefined;
  }
  if (type !== 'http' && type !== 'oauth2' && type !== 'openIdConnect') return undefined;
  return { scheme, in: 'header', name: 'authorization', prefix: isBasic ? 'Basic ' : 'Bearer ' };
}

/** The scheme that most operations accept on its own, for the one key of the project. */
export function keySchemeFor(document: ApiDocument, operations: readonly Operation[]): KeyScheme {
  const votes = new Map<string, number>();
  for (const operation of operations) {
    for (const [scheme, ...others] of alternativesOf(document, operation)) {
      if (scheme === undefined || others.length > 0) continue;
      if (schemeOf(document, scheme)) votes.set(scheme, (votes.get(scheme) ?? 0) + 1);
    }
  }
  const [most] = [...votes].toSorted(([, a], [, b]) => b - a);
  return most ? (schemeOf(document, most[0]) ?? null) : null;
}

/** Throws if an operation needs anything other than the project's key. */
export function checkKey(document: ApiDocument, operation: Operation, key: KeyScheme): void {
  const alternatives = alternativesOf(document, operation);
  const isUsable = ([scheme, ...others]: string[]) =>
    scheme === undefined || (others.length === 0 && scheme === key?.scheme);
  if (alternatives.length === 0 || alternatives.some(isUsable)) return;
  const needed = alternatives[0]?.join(' and ').slice(0, 60);
  throw new Unsupported(`it needs the credentials ${needed}, and the template sends one key`);
}

/** Where a field of the input is sent. */
export interface SentParameter {
  field: string;
  name: string;
  in: 'path' | 'query' | 'header';
  style: string;
  explode: boolean;
  /** Its value is sent as JSON text. */
  isJson?: true;
}

interface OperationInput {
  /** The schema of the input, without its definitions. */
  schema: Schema;
  parameters: SentParameter[];
  /** The field that is sent as the body; `*` for the whole input, `null` for no body. */
  body: string | null;
  /** Examples of single fields, or of the whole input under the name `*`. */
  examples: Map<string, unknown>;
}

/** Headers that the request has anyway, or that a buyer must not choose. */
const RESERVED_HEADERS = new Set(
  `accept content-type authorization host cookie connection te trailer content-length
  transfer-encoding upgrade expect keep-alive x-mkt-payload x-mkt-signature`.split(/\s+/),
);

const STYLES: Readonly<Record<SentParameter['in'], readonly string[]>> = {
  path: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

/** The input of an operation: its parameters and its body in one JSON value. */
export function inputOf(
  document: ApiDocument,
  operation: Operation,
  { translate }: Translator,
  keyName: string | undefined,
): OperationInput {
  const properties = new Map<string, Schema | boolean>();
  const required: string[] = [];
  const parameters: SentParameter[] = [];
  const examples = new Map<string, unknown>();
  for (const node of operation.parameters) {
    const sent = sentParameter(node, keyName);
    if (!sent) continue;
    while (properties.has(sent.field)) sent.field += `_${sent.in}`;
    const json = sent.isJson ? jsonMedia(document, node)?.schema : undefined;
    const translated = translate(node['schema'] ?? json ?? {});
    const description = textAt(node, 'description');
    properties.set(
      sent.field,
      isObject(translated) && description !== undefined
        ? { description, ...translated }
        : translated,
    );
    if (node['required'] === true || sent.in === 'path') required.push(sent.field);
    const example = exampleIn(document, node);
    if (example !== undefined) examples.set(sent.field, example.value);
    parameters.push(sent);
  }
  checkPath(operation.path, parameters);

  const body = bodyOf(document, operation);
  if (body?.example) examples.set('*', body.example.value);
  const schema = body ? translate(body.schema ?? {}) : true;
  if (body && properties.size === 0) {
    return { schema: isObject(schema) ? schema : {}, parameters, body: '*', examples };
  }
  let field: string | null = null;
  if (body) {
    field = 'body';
    while (properties.has(field)) field += '_';
    properties.set(field, schema);
    if (body.isRequired) required.push(field);
    if (body.example) examples.set(field, body.example.value);
    examples.delete('*');
  }
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties),
    },
    parameters,
    body: field,
    examples,
  };
}

function sentParameter(node: Node, keyName: string | undefined): SentParameter | undefined {
  const name = textAt(node, 'name');
  const place = node['in'];
  const isRequired = node['required'] === true;
  if (name === undefined) throw new Unsupported('it has a parameter without a name');
  if (place === 'cookie') {
    if (isRequired) throw new Unsupported(`it needs the cookie ${shown(name)}`);
    return undefined;
  }
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    throw new Unsupported(`its parameter ${shown(name)} is not in the path, the query or a header`);
  }
  const isKey = name.toLowerCase() === keyName?.toLowerCase() && place !== 'path';
  if (isKey || (place === 'header' && RESERVED_HEADERS.has(name.toLowerCase()))) return undefined;
  if (place === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new Unsupported(`its header ${shown(name)} is not a valid header name`);
  }
  const style = textAt(node, 'style') ?? STYLES[place][0] ?? '';
  if (!STYLES[place].includes(style)) {
    throw new Unsupported(`its parameter ${shown(name)} has the style ${shown(style)}`);
  }
  const explode = typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form';
  const isJson = isObject(node['content']) ? { isJson: true as const } : {};
  return { field: name, name, in: place, style, explode, ...isJson };
}

function checkPath(path: string, parameters: readonly SentParameter[]): void {
  const named = new Set(parameters.filter((each) => each.in === 'path').map(({ name }) => name));
  for (const [, name = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    if (!named.has(name)) {
      throw new Unsupported(`its path has {${name.slice(0, 40)}}, which is not a parameter`);
    }
  }
}

interface Body {
  schema: unknown;
  isRequired: boolean;
  example: { value: unknown } | undefined;
}

function bodyOf(document: ApiDocument, { node }: Operation): Body | undefined {
  if (!Object.hasOwn(node, 'requestBody')) return undefined;
  const body = resolved(document, node['requestBody']);
  const isRequired = body['required'] === true;
  const media = jsonMedia(document, body);
  if (media) return { schema: media.schema, isRequired, example: exampleIn(document, media) };
  const [type = 'nothing'] = Object.keys(objectAt(body, 'content'));
  if (isRequired) throw new Unsupported(`it takes ${shown(type)}, and only JSON is supported`);
  return undefined;
}

/** The example of a parameter or a media type. */
export function exampleIn(document: ApiDocument, node: Node): { value: unknown } | undefined {
  if (node['example'] !== undefined) return { value: node['example'] };
  const [first] = Object.values(objectAt(node, 'examples'));
  const example = first === undefined ? {} : resolved(document, first);
  return Object.hasOwn(example, 'value') ? { value: example['value'] } : undefined;
}

const shown = (text: string) => text.slice(0, 60);
