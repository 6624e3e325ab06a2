import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { isObject, valueAt } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';

/** Why an operation cannot be sold by the template; the message completes a sentence about it. */
export class Unsupported extends Error {}

/** Its schemas are larger than the marketplace accepts. */
export class TooLarge extends Unsupported {}

const JSON_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json|\*\/\*)\s*(?:;|$)/i;

/** The JSON entry of the `content` of a body, a response or a parameter. */
export function jsonMedia(document: ApiDocument, holder: Node): Node | undefined {
  const found = Object.entries(objectAt(holder, 'content')).find(([type]) => JSON_TYPE.test(type));
  return found ? resolved(document, found[1]) : undefined;
}

/** Any JSON object of a document. */
export type Node = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  root: Node;
  /** OpenAPI 3.0, whose schemas are not quite JSON Schema. */
  isOld: boolean;
  /** Where it was downloaded, if it was. */
  address: string | undefined;
}

/** References that only lead to other references. */
const MAX_STEPS = 20;

/** What a `$ref` in the document points at. Throws if that is elsewhere, or missing. */
export function targetOf({ root }: ApiDocument, reference: unknown): unknown {
  const shown = JSON.stringify(reference)?.slice(0, 80) ?? 'nothing';
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    throw new Unsupported(`it refers to another document, ${shown}, which mkt does not read`);
  }
  const { found, value } = valueAt(root, pointerOf(reference));
  if (!found) throw new Unsupported(`it refers to ${shown}, which is not in the document`);
  return value;
}

/** The JSON Pointer of a reference such as `#/components/schemas/Pet`. */
export function pointerOf(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** An object of the document, with its `$ref` followed; an empty one for anything else. */
export function resolved(document: ApiDocument, value: unknown): Node {
  let current = value;
  for (let steps = 0; isObject(current) && Object.hasOwn(current, '$ref'); steps++) {
    if (steps === MAX_STEPS) throw new Unsupported('it has a $ref that refers only to itself');
    current = targetOf(document, current['$ref']);
  }
  return isObject(current) ? current : {};
}

/** A member that is an object, otherwise an empty one. Only own members count. */
export const objectAt = (node: Node, name: string): Node => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return isObject(value) ? value : {};
};

/** A member that is a list, otherwise an empty one. */
export const listAt = (node: Node, name: string): readonly unknown[] => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return Array.isArray(value) ? value : [];
};

/** A member that is a text with visible characters. */
export const textAt = (node: Node, name: string): string | undefined => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** The address of the first server of a document; `undefined` if it names none that can be called. */
export function serverAddress({ root, address }: ApiDocument): string | undefined {
  const [first] = listAt(root, 'servers');
  const server = isObject(first) ? first : {};
  const variables = objectAt(server, 'variables');
  const url = (textAt(server, 'url') ?? '/').replaceAll(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textAt(objectAt(variables, name), 'default') ?? whole,
  );
  if (url.includes('{') || !URL.canParse(url, address)) return undefined;
  const resolvedUrl = new URL(url, address);
  return isUsable(resolvedUrl) ? plain(resolvedUrl) : undefined;
}

const isUsable = ({ protocol, username, password }: URL) =>
  /^https?:$/.test(protocol) && username === '' && password === '';

/** The address without its query and trailing slashes, because the paths of the operations follow it. */
const plain = ({ origin, pathname }: URL) => origin + pathname.replace(/\/+$/, '');

/** The address that a user gives. */
export function checkedAddress(text: string): string {
  if (URL.canParse(text) && isUsable(new URL(text))) return plain(new URL(text));
  throw new CliError('invalid_usage', `${text} is not the address of an API.`, {
    next: 'Give it as in: --upstream https://api.example.com/v1',
  });
}

const MAX_BYTES = 16 * 1024 * 1024;
/** A YAML parser takes about a second for each MB. */
const MAX_YAML_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const refuse = (message: string, next?: string, cause?: unknown) =>
  new CliError('invalid_usage', message, { next, cause });

/** Reads an OpenAPI 3.0 or 3.1 document, JSON or YAML, from a file or a web address. */
export async function readApiDocument(
  source: string,
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<ApiDocument> {
  const isAddress = /^https?:\/\//i.test(source);
  const bytes = isAddress
    ? await download(source, signal)
    : await readFile(source, resolve(cwd, source), signal);
  const value = await parse(bytes, source);
  return { ...checked(value, source), address: isAddress ? source : undefined };
}

function checked(value: unknown, source: string): Pick<ApiDocument, 'root' | 'isOld'> {
  if (isObject(value) && typeof value['swagger'] === 'string') {
    throw refuse(
      `${source} is a Swagger ${value['swagger'].slice(0, 10)} document; mkt reads OpenAPI 3.`,
      'Convert it first, as in: npx swagger2openapi swagger.json --outfile openapi.json',
    );
  }
  const version = isObject(value) ? value['openapi'] : undefined;
  const [, minor] = (typeof version === 'string' && /^3\.([01])(?:\.|$)/.exec(version)) || [];
  if (!isObject(value) || minor === undefined) {
    const found =
      typeof version === 'string' ? `OpenAPI ${version.slice(0, 20)}` : 'not an OpenAPI';
    throw refuse(`${source} is ${found} document: the field "openapi" must be 3.0 or 3.1.`);
  }
  return { root: value, isOld: minor === '0' };
}

async function parse(bytes: Uint8Array, source: string): Promise<unknown> {
  const text = new TextDecoder().decode(bytes);
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (bytes.length > MAX_YAML_BYTES) throw refuse(`${source} is not JSON.`, undefined, error);
      // YAML may begin with a brace too.
    }
  }
  if (bytes.length > MAX_YAML_BYTES) {
    throw refuse(
      `${source} is larger than ${MAX_YAML_BYTES / 1024 / 1024} MiB, the limit for YAML.`,
      'Convert it to JSON: mkt reads up to 16 MiB of JSON.',
    );
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, logLevel: 'silent' });
  const [problem] = document.errors;
  if (problem) {
    const { line, col } = problem.linePos?.[0] ?? { line: 1, col: 1 };
    const reason = problem.message.split(/ at line|\n/)[0];
    throw refuse(`${source} is neither JSON nor YAML: line ${line}, column ${col}: ${reason}.`);
  }
  try {
    // Few aliases: a small text could otherwise expand to more than fits into memory.
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw refuse(
      `${source} cannot be read: its YAML aliases expand to too much.`,
      undefined,
      error,
    );
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, source: string): Promise<Uint8Array> {
  const found: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      throw refuse(`${source} is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
    }
    found.push(chunk);
  }
  return Buffer.concat(found);
}

async function readFile(source: string, path: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    await using file = await open(path);
    const found = await file.stat();
    if (found.isDirectory()) throw refuse(`${source} is a folder, not an OpenAPI document.`);
    // A pipe or a device has no size, and may have no end.
    const stream = file.createReadStream({ autoClose: false });
    return await collect(addAbortSignal(signal, stream), source);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CliError) throw error;
    const code = systemCode(error);
    const message = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw refuse(`${source} ${message}.`, undefined, error);
  }
}

async function download(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json, application/yaml, */*' },
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw refuse(`${address} returned ${response.status}.`);
    return response.body ? await collect(response.body, address) : new Uint8Array();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CliError) throw error;
    const reason = timeout.aborted ? 'did not respond in time' : 'cannot be reached';
    throw refuse(`${address} ${reason}.`, 'Download it, and pass the file.', error);
  }
}
