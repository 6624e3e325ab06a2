import { gzipSync } from 'node:zlib';
import { openApiDocument } from '@mkt/protocol/openapi';
import { describe, expect, it } from 'vitest';
import { createApiReference } from '../../../api-reference.ts';
import { describe as describeSchema, fieldsOf } from '../../../src/pages/reference/fields.ts';
import type { Operation } from '../../../src/pages/reference/model.ts';
import { inputOf, requestOf } from '../../../src/pages/reference/request.ts';
import { createSearch } from '../../../src/pages/reference/search.ts';
import type { Language } from '../../../src/pages/reference/languages.ts';
import { CLIENT_CALLS, snippetOf } from '../../../src/pages/reference/snippets.ts';
import { placeOf, shortNameOf, TASKS } from '../../../src/pages/reference/tasks.ts';

const reference = createApiReference();
const { operations, schemas, errors } = reference;
const operation = (id: string) => operations.find((each) => each.id === id)!;
const ids = operations.map(({ id }) => id);

describe('the API reference', () => {
  it('has every operation of the OpenAPI document exactly once, webhooks included', () => {
    const options = { serverUrl: '', version: '', cookieName: '', devMode: true };
    const { paths, webhooks } = openApiDocument(options) as Record<string, any>;
    const documented = [...Object.values<any>(paths), ...Object.values<any>(webhooks)]
      .flatMap((path) => Object.values<any>(path))
      .map(({ operationId }) => operationId as string);
    expect(ids.toSorted()).toEqual(documented.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is in the order of tasks, and a new operation is with those of its tag', () => {
    const tasks = [...new Set(operations.map(({ task }) => task))];
    expect(tasks).toEqual(TASKS.map(({ title }) => title));
    expect(TASKS.flatMap((task) => task.ids).filter((id) => !ids.includes(id))).toEqual([]);
    expect(placeOf('exportOrders', 'Orders')).toEqual([2, Infinity]);
  });

  it('names each operation in a line of the list, unlike the others of its task', () => {
    const names = operations.map((each) => `${each.task}: ${shortNameOf(each)}`);
    expect(new Set(names).size).toBe(names.length);
    expect(operations.map(shortNameOf).filter((name) => name.length > 30)).toEqual([]);
  });

  it('says of every error what it means, and of those of this API what to do', () => {
    const used = new Set(operations.flatMap((each) => each.errors.map(({ type }) => type)));
    expect([...used].filter((type) => !/\w/.test(errors[type]?.meaning ?? ''))).toEqual([]);
    const oauth = operations.filter(({ sender }) => sender === 'program');
    const ofOAuth = new Set(oauth.flatMap((each) => each.errors.map(({ type }) => type)));
    const silent = [...used].filter((type) => errors[type]?.next === undefined);
    expect(silent.filter((type) => !ofOAuth.has(type))).toEqual([]);
    expect(errors['listing_changed']?.next).toContain('](/docs/buy/orders.md#');
  });

  it('knows the members of each body that it refers to', () => {
    const used = operations.flatMap(({ body, success }) => [body?.schema, success.schema]);
    const unknown = used.filter((each) => each?.$ref !== undefined && !(each.$ref in schemas));
    expect(unknown).toEqual([]);
    const [listingId] = fieldsOf({ $ref: 'CreateOrderRequest' }, schemas);
    expect(listingId).toMatchObject({
      name: 'listingId',
      type: 'string, 1 to 100 characters',
      required: true,
    });
    const failure = fieldsOf({ $ref: 'Order' }, schemas).find(({ name }) => name === 'failure')!;
    expect(failure.type).toBe('object or null');
    expect(failure.inside().map(({ name }) => name)).toContain('kind');
    const { choices } = describeSchema({ $ref: 'OrderState' }, schemas);
    expect(choices).toEqual(['pending', 'running', 'completed', 'failed']);
  });

  it('is a tenth of the document: at most 40 kB, compressed', () => {
    expect(gzipSync(JSON.stringify(reference)).length).toBeLessThan(40_000);
  });
});

describe('the search', () => {
  const search = createSearch(reference);
  const found = (query: string) => search(query).map(({ operation: { id } }) => id);

  it('finds an operation by its name first, then by a parameter, a field, an error or its text', () => {
    expect(found('place an order')[0]).toBe('createOrder');
    expect(found('activate')).toContain('createOrder');
    expect(found('/v1/usage')).toEqual(['getUsage']);
    expect(found('/v1/me')).toEqual(['getMe']);
    expect(found('post /v1/orders')[0]).toBe('createOrder');
    expect(search('budget_exceeded')[0]).toMatchObject({
      operation: { id: 'createOrder' },
      why: 'error budget_exceeded',
    });
    expect(search('createdBefore')[0]).toMatchObject({ why: 'parameter createdBefore' });
    expect(found('pseudonym')).toContain('listSales');
  });

  it('wants every word, but those that nothing has', () => {
    expect(found('webhook secret')[0]).toBe('rotateWebhookSecret');
    expect(found('webhook nonsense')).toEqual(found('webhook'));
    expect(found('nonsense gibberish')).toEqual([]);
  });

  it('says what is written where only a text has the word, and whether it has the word as it was typed', () => {
    const [hit] = search('pseudonym');
    expect(hit).toMatchObject({ isSure: true, why: 'in its text' });
    expect(hit?.text).toContain('pseudonym');
    expect(search('refund').every(({ isSure }) => !isSure)).toBe(true);
  });

  it('finds no operation by what all of them have', () => {
    expect(found('rate_limited')).toEqual([]);
    expect(search('revoke key')[0]).toMatchObject({ operation: { id: 'deleteApiKey' }, why: '' });
    expect(found('revoke key').length).toBeLessThan(10);
  });
});

describe('an example', () => {
  const example = (each: Operation, parameters: Record<string, string> = {}) =>
    requestOf(each, { parameters, body: JSON.stringify(each.body?.example ?? {}) });
  const code = (language: Language, id: string, parameters?: Record<string, string>) =>
    snippetOf(
      language,
      'https://market.example',
      operation(id),
      example(operation(id), parameters),
    );

  it('names the key only as a variable, and only where one is needed', () => {
    const needs = (each: Operation) => each.sender === 'scope' || each.sender === 'any-key';
    const sent = operations.filter(({ sender }) => sender !== 'webhook');
    const keyed = sent.filter(({ id }) => /Bearer \$MKT_API_KEY/.test(code('curl', id)));
    expect(keyed).toEqual(sent.filter((each) => needs(each)));
  });

  it('sends what was given, and a map as names and values', () => {
    const given = { metadata: 'job=nightly, team=a b', limit: '20' };
    expect(code('curl', 'listOrders', given)).toBe(
      [
        "curl 'https://market.example/v1/orders?limit=20&metadata%5Bjob%5D=nightly&metadata%5Bteam%5D=a+b' \\",
        '  -H "Authorization: Bearer $MKT_API_KEY"',
      ].join('\n'),
    );
    expect(code('typescript', 'listOrders', given)).toContain(
      'orders.list({\n  limit: 20,\n  metadata: {\n    job: "nightly",\n    team: "a b"\n  }\n})',
    );
    expect(code('typescript', 'listOrders')).toContain('of market.orders.list()) {');
  });

  it('of an activation is run by the client, with its limit of the price', () => {
    expect(code('typescript', 'createOrder')).toContain(
      'await market.run("weather-report", {\n  city: "Oslo"\n}, {\n  maxPrice: {\n    amount: 0.05,',
    );
    expect(code('python', 'createOrder')).toContain(
      '"requestBody": {\n            "city": "Oslo",',
    );
  });

  it('quotes what a shell would read', () => {
    const text = requestOf(operation('createOrder'), {
      parameters: {},
      body: `{"a":"it's $HOME"}`,
    });
    const curl = snippetOf('curl', 'https://a', operation('createOrder'), text);
    expect(curl).toContain(String.raw`-d '{"a":"it'\''s $HOME"}'`);
  });

  it('uses a method of the client that exists', () => {
    expect(Object.keys(CLIENT_CALLS).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('fills an input with the example of the seller, or with what the schema requires', () => {
    expect(inputOf({ requestExampleJson: '{"a":1}' })).toEqual({ a: 1 });
    const properties = { a: { type: 'string' }, b: { enum: ['x'] }, c: { type: 'integer' } };
    const inputSchema = { required: ['a', 'b'], properties };
    expect(inputOf({ inputSchema, requestExampleJson: 'no JSON' })).toEqual({ a: 'text', b: 'x' });
  });
});
