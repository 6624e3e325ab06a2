import { shellQuoted } from '../../data/curl-command.ts';
import { LANGUAGES, type Language } from './languages.ts';
import type { Operation } from './model.ts';
import { type ApiRequest, formOf, targetOf } from './request.ts';

/**
 * The methods of @mkt/client, by operation; `*` before a list, which is read with `for await`. Without one
 * the example uses `request`, which sends anything.
 */
export const CLIENT_CALLS: Readonly<Record<string, string>> = {
  searchListings: '*search(query)',
  getPublishedListing: 'listing(id)',
  listPublishedHistory: '*listingHistory(id, query)',
  getPublishedHealth: 'listingHealth(id)',
  getSeller: 'seller(id)',
  listCategories: 'categories()',
  createOrder: 'run(listing, input, options)',
  getOrder: 'orders.get(id)',
  cancelOrder: 'orders.cancel(id)',
  listOrders: '*orders.list(query)',
  getOrderStats: 'stats.orders(query)',
  getUsage: 'stats.usage(query)',
  getSalesStats: 'stats.sales(query)',
  getListingStats: 'stats.listings(query)',
  listApiKeys: '*apiKeys.list(query)',
  createApiKey: 'apiKeys.create(body)',
  updateApiKey: 'apiKeys.update(id, body)',
  deleteApiKey: 'apiKeys.delete(id)',
  createProvider: 'listings.create(body)',
  listProviders: '*listings.list(query)',
  getProvider: 'listings.get(id)',
  submitProvider: 'listings.submit(id)',
  deleteProvider: 'listings.delete(id)',
  updateListing: 'listings.update(id, body)',
  listListingHistory: '*listings.history(id, query)',
  getProviderHealth: 'listings.health(id)',
  getSigningSecret: 'listings.signingSecret(id)',
  rotateSigningSecret: 'listings.rotateSigningSecret(id)',
  getProfile: 'profile.get()',
  updateProfile: 'profile.replace(body)',
  listSales: '*sales.list(query)',
  getSale: 'sales.get(id)',
  listWebhooks: '*webhooks.list(query)',
  createWebhook: 'webhooks.create(body)',
  getWebhook: 'webhooks.get(id)',
  updateWebhook: 'webhooks.update(id, body)',
  deleteWebhook: 'webhooks.delete(id)',
  testWebhook: 'webhooks.test(id)',
  getDelivery: 'webhooks.delivery(id)',
  sendDelivery: 'webhooks.sendAgain(id)',
  getEvents: '*events()',
  getMe: 'me()',
  listAudit: '*audit.list(query)',
  getContractSchema: 'contractSchema()',
  getOpenApi: 'openapi()',
};

const QUOTED_NAME = /^(\s*)"([A-Za-z_$][\w$]*)":/gm;

/** JSON is an expression of TypeScript; names need no quotes there. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(QUOTED_NAME, '$1$2:');

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** A value of the query as TypeScript writes it: numbers and booleans without quotes. */
function queryValue(value: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** `metadata[job]=nightly` is a member of an object. */
function queryObject(query: ApiRequest['query']): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of query) {
    const [, map, key] = /^(\w+)\[(.*)\]$/.exec(name) ?? [];
    if (map === undefined || key === undefined) object[name] = queryValue(value);
    else object[map] = { ...(object[map] as object | undefined), [key]: value };
  }
  return object;
}

/** A text that is not JSON yet is shown as it was typed. */
function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '{}');
  } catch {
    return body;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const idOf = ({ path }: ApiRequest, operation: Operation): string => {
  const at = operation.path.split('/').indexOf('{id}');
  const segment = path.split('/')[at] ?? '';
  return segment === '{id}' ? '…' : decodeURIComponent(segment);
};

/** `run` returns the result itself; `listingId`, `requestBody` and the conditions are its arguments. */
function runArguments(body: unknown): string[] {
  if (!isObject(body)) return [literal(body)];
  const { listingId, requestBody, maxPrice, currency, ...options } = body;
  const price = isObject(maxPrice) || maxPrice === undefined ? maxPrice : Number(maxPrice);
  const limit =
    price === undefined
      ? {}
      : { maxPrice: { amount: price, currency: typeof currency === 'string' ? currency : 'USD' } };
  const all = { ...limit, ...options };
  return [
    literal(listingId ?? ''),
    literal(requestBody ?? {}),
    ...(Object.keys(all).length > 0 ? [literal(all)] : []),
  ];
}

function argumentsOf(call: string, operation: Operation, request: ApiRequest): string {
  const [, names = ''] = /\((.*)\)/.exec(call) ?? [];
  if (operation.id === 'createOrder') return runArguments(parsed(request.body)).join(', ');
  return names
    .split(', ')
    .flatMap((name) => {
      if (name === 'id') return [literal(idOf(request, operation))];
      if (name === 'body') return [literal(parsed(request.body))];
      return name === 'query' && request.query.length > 0
        ? [literal(queryObject(request.query))]
        : [];
    })
    .join(', ');
}

/** Any request, for operations without a method. */
function anyRequest(request: ApiRequest): string {
  const options = {
    ...(request.query.length > 0 ? { query: queryObject(request.query) } : {}),
    ...(request.body === undefined ? {} : { body: parsed(request.body) }),
  };
  const rest = Object.keys(options).length > 0 ? `, ${literal(options)}` : '';
  return `request(${literal(request.method)}, ${literal(request.path)}${rest})`;
}

/** A form is sent without a client: a program that asks for a key has none yet. */
function fetchForm(baseUrl: string, { path, body }: ApiRequest): string {
  return [
    `const response = await fetch(${literal(baseUrl + path)}, {`,
    "  method: 'POST',",
    `  body: new URLSearchParams(${indented(literal(parsed(body)), '  ')}),`,
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

function typescript(baseUrl: string, operation: Operation, request: ApiRequest): string {
  if (request.isForm) return fetchForm(baseUrl, request);
  const call = CLIENT_CALLS[operation.id];
  const isList = call?.startsWith('*') === true;
  const expression =
    call === undefined
      ? anyRequest(request)
      : `${call.replace(/^\*|\(.*/g, '')}(${argumentsOf(call, operation, request)})`;
  const use = isList
    ? [
        `for await (const each of market.${indented(expression, '')}) {`,
        '  console.log(each);',
        '}',
      ]
    : operation.success.schema === undefined && operation.method === 'DELETE'
      ? [`await market.${expression};`]
      : [`const result = await market.${expression};`, 'console.log(result);'];
  return [
    "import { createClient } from '@mkt/client';",
    '',
    `const market = createClient({ baseUrl: ${literal(baseUrl)} }); // reads MKT_API_KEY`,
    '',
    ...use,
  ].join('\n');
}

const COOKIES = 'cookies.txt';

/** How a command says who sends it: with a key, or with the cookie of a session. */
function credentialsOf({ sender }: Operation, baseUrl: string): string[] {
  if (sender === 'page' || sender === 'session') {
    return [`-b ${COOKIES} -c ${COOKIES}`, `-H "Origin: ${baseUrl}"`];
  }
  return sender === 'public' || sender === 'program'
    ? []
    : ['-H "Authorization: Bearer $MKT_API_KEY"'];
}

function curlBody(request: ApiRequest): string[] {
  if (request.body === undefined) return [];
  if (request.isForm && isObject(parsed(request.body))) {
    return formOf(request.body).map(
      ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
    );
  }
  return ['-H "Content-Type: application/json"', `-d ${shellQuoted(request.body)}`];
}

function curl(baseUrl: string, operation: Operation, request: ApiRequest): string {
  const { method } = request;
  // `-d` makes it a POST.
  const isImplied = method === (request.body === undefined ? 'GET' : 'POST');
  return [
    `curl ${operation.success.isStream ? '-N ' : ''}${isImplied ? '' : `-X ${method} `}${shellQuoted(baseUrl + targetOf(request))}`,
    ...credentialsOf(operation, baseUrl),
    ...request.headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...curlBody(request),
  ].join(' \\\n  ');
}

const WORDS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** A literal of Python; a JSON string is one too. */
function pythonLiteral(value: unknown, indent = ''): string {
  const word = WORDS.get(value);
  if (word !== undefined) return word;
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'None';
  const deeper = `${indent}    `;
  const isArray = Array.isArray(value);
  const members = Object.entries(value as object).map(([name, each]) => {
    const written = pythonLiteral(each, deeper);
    return `${deeper}${isArray ? written : `${JSON.stringify(name)}: ${written}`},`;
  });
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return members.length === 0 ? open + close : [open, ...members, `${indent}${close}`].join('\n');
}

function python(baseUrl: string, operation: Operation, request: ApiRequest): string {
  const { sender, success } = operation;
  const isKeyed = sender !== 'public' && sender !== 'program';
  const body = pythonLiteral(parsed(request.body), '    ');
  const headers = [
    ...(isKeyed ? ['"Authorization": "Bearer " + os.environ["MKT_API_KEY"],'] : []),
    ...(request.body !== undefined && !request.isForm
      ? ['"Content-Type": "application/json",']
      : []),
    ...request.headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const data = request.isForm
    ? `urllib.parse.urlencode(${body}).encode()`
    : `json.dumps(${body}).encode()`;
  const modules = ['json', isKeyed ? 'os' : '', request.isForm ? 'urllib.parse' : ''];
  const read = success.isStream
    ? ['    for line in response:', '        print(line.decode().rstrip())']
    : success.schema === undefined
      ? ['    print(response.status)']
      : ['    print(json.load(response))'];
  return [
    `import ${[...modules.filter((name) => name !== ''), 'urllib.request'].join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(baseUrl + targetOf(request))},`,
    `    method=${JSON.stringify(request.method)},`,
    ...(request.body === undefined ? [] : [`    data=${data},`]),
    ...(headers.length > 0
      ? ['    headers={', ...headers.map((header) => `        ${header}`), '    },']
      : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...read,
  ].join('\n');
}

/** What needs a session can be sent from a shell with its cookie; programs use a key elsewhere. */
export const languagesOf = ({ sender }: Operation): readonly Language[] =>
  sender === 'page' || sender === 'session' ? ['curl'] : LANGUAGES.map(({ value }) => value);

/** The request as a program sends it. The key is always a variable. */
export function snippetOf(
  language: Language,
  baseUrl: string,
  operation: Operation,
  request: ApiRequest,
): string {
  return { curl, typescript, python }[language](baseUrl, operation, request);
}
