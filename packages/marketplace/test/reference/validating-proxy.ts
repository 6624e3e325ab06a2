import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpProxyConfig,
  type IHttpRequest,
} from '@stoplight/prism-http';

type Logger = Parameters<typeof createInstance>[1]['logger'];

export interface Exchanged {
  status: number;
  headers: Record<string, string>;
  body: any;
  /** Where the request and the response differ from the document. */
  problems: { request: string[]; response: string[] };
}

export interface ProxiedRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Document {
  paths: object;
  components: object;
}

const ignore = () => undefined;
/** The proxy reports what it does to a logger of pino's shape. */
const SILENT = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  success: ignore,
  child: () => SILENT,
} as unknown as Logger;

/** A text is a form, anything else JSON. */
function bodyHeaders(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  const isForm = typeof body === 'string';
  const text = isForm ? body : JSON.stringify(body);
  return {
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  };
}

const parsed = new Map<string, ReturnType<typeof getHttpOperationsFromSpec>>();

/** Parsing takes 0.2 s, and documents of several servers differ only in their addresses. */
function operationsOf({ paths, components }: Document) {
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths, components };
  const text = JSON.stringify(document);
  const operations = parsed.get(text) ?? getHttpOperationsFromSpec(JSON.parse(text) as object);
  parsed.set(text, operations);
  return operations;
}

/** Forwards requests to a server, and checks them and the responses against its OpenAPI document. */
export async function openValidatingProxy(url: string, document: Document) {
  const operations = await operationsOf(document);
  const config: IHttpProxyConfig = {
    isProxy: true,
    upstream: new URL(url),
    upstreamProxy: undefined,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    // A request that is not valid is reported, and sent anyway.
    errors: false,
    mock: { dynamic: false },
  };
  const proxy = createInstance(config, { logger: SILENT });

  return async function exchange(request: ProxiedRequest): Promise<Exchanged> {
    const { method, path, query = {}, headers = {}, body } = request;
    const sent: IHttpRequest = {
      method: method.toLowerCase() as IHttpRequest['method'],
      url: { path, query },
      headers: { ...bodyHeaders(body), ...headers },
      body,
    };
    const outcome = await proxy.request(sent, operations)();
    if (outcome._tag === 'Left') throw outcome.left;
    const { output, validations } = outcome.right;
    const sentences = (problems: typeof validations.input) =>
      problems.map((each) => `${each.path?.join('/') ?? ''} ${each.message}`.trim());
    return {
      status: output.statusCode,
      headers: output.headers ?? {},
      body: output.body,
      problems: { request: sentences(validations.input), response: sentences(validations.output) },
    };
  };
}
