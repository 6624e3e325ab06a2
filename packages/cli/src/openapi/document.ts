import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { isObject } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import type { ApiDocument } from './api-document.ts';

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
    const found = typeof version === 'string' ? `OpenAPI ${version.slice(0, 20)}` : 'no OpenAPI';
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
      'Convert it to JSON, of which mkt reads up to 16 MiB.',
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
