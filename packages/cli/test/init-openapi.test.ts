import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../../test-bed/local-server.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-openapi-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

type Json = Record<string, unknown>;

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const RESULT = { '200': json({ type: 'object' }) };

const documentOf = (paths: Json, more: Json = {}): Json => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example.com/v1' }],
  paths,
  ...more,
});

async function init(document: unknown, options: string[] = ['--yes'], more: RunOptions = {}) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  await writeFile(join(cwd, 'api.json'), text);
  const argv = ['init', 'demo', '--template', 'openapi', '--document', 'api.json', ...options];
  return await runMkt(argv, { cwd, ...more });
}

const read = async (path: string): Promise<Json> =>
  JSON.parse(await readFile(join(cwd, 'demo', path), 'utf8')) as Json;

/** The contract of the only operation: a GET, or a POST with this body. */
async function contractOf(operation: Json, more: Json = {}): Promise<Json> {
  const ran = await init(
    documentOf({ '/a': { post: { operationId: 'a', responses: RESULT, ...operation } } }, more),
  );
  expect(ran).toMatchObject({ code: 0 });
  return await read('contracts/a.json');
}

const bodyOf = (schema: unknown) => ({ requestBody: { required: true, ...json(schema) } });

describe('mkt init --template openapi', () => {
  it('writes a contract for each operation, and the address of the API', async () => {
    const { code, stderr } = await init(
      documentOf({
        '/pets/{petId}': {
          parameters: [
            {
              name: 'petId',
              in: 'path',
              required: true,
              schema: { type: 'string' },
              example: 'p-1',
            },
          ],
          get: { operationId: 'getPetById', responses: RESULT, tags: ['Pets', 'Pets'] },
          delete: { summary: 'Remove a pet.', responses: { '204': { description: 'gone' } } },
        },
      }),
    );
    expect([code, stderr]).toEqual([0, expect.stringMatching(/localhost:\d+\/get-pet-by-id/)]);
    const contracts = await readdir(join(cwd, 'demo', 'contracts'));
    expect(stderr.match(/npx mkt publish/g)).toHaveLength(contracts.length);
    expect(await read('contracts/get-pet-by-id.json')).toEqual({
      title: 'Get pet by id',
      description: 'Get pet by id.',
      category: 'data',
      tags: ['pets'],
      request: {
        method: 'GET',
        path: '/pets/{petId}',
        parameters: [
          { field: 'petId', name: 'petId', in: 'path', style: 'simple', explode: false },
        ],
        body: null,
      },
      examples: { request: { petId: 'p-1' }, response: {} },
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['petId'],
        properties: { petId: { type: 'string' } },
      },
      output: { type: 'object' },
    });
    expect(await read('contracts/remove-a-pet.json')).toMatchObject({
      title: 'Remove a pet',
      output: { type: 'null' },
      examples: { response: null },
    });
    expect(await read('api.json')).toEqual({ address: 'https://pets.example.com/v1', key: null });
  });

  it('translates what OpenAPI 3.0 writes in its own way', async () => {
    const { input } = await contractOf(
      bodyOf({
        type: 'object',
        discriminator: { propertyName: 'kind' },
        xml: { name: 'a' },
        'x-internal': true,
        properties: {
          kind: { type: 'string', enum: ['a'], nullable: true },
          size: { type: 'number', format: 'double', minimum: 0, exclusiveMinimum: true },
          weight: { type: 'integer', maximum: 9, exclusiveMaximum: false, example: 3 },
          other: { nullable: true, allOf: [{ type: 'string' }] },
          id: { type: 'string', readOnly: true },
          code: { type: 'string', pattern: '^(?!x)' },
          part: { type: 'string', pattern: '(?P<of>Python)', nullable: true },
        },
        required: ['id', 'weight'],
      }),
    );
    expect(input).toEqual({
      type: 'object',
      required: ['weight'],
      properties: {
        kind: { type: ['string', 'null'], enum: ['a', null] },
        size: { type: 'number', exclusiveMinimum: 0 },
        weight: { type: 'integer', maximum: 9, examples: [3] },
        other: { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
        code: { type: 'string', pattern: '^(?!x)' },
        part: { type: ['string', 'null'] },
      },
    });
  });

  it('requires no field that only the service sends, wherever it is described', async () => {
    const Base = {
      type: 'object',
      properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      required: ['id', 'name'],
    };
    const { input } = await contractOf(
      bodyOf({
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { at: { $ref: '#/components/schemas/Time' } } },
          { required: ['id', 'name', 'at'] },
        ],
        anyOf: [{ required: ['id'] }, { required: ['size'] }],
      }),
      { components: { schemas: { Base, Time: { type: 'string', readOnly: true } } } },
    );
    expect(input).toMatchObject({
      allOf: [{ $ref: '#/$defs/Base' }, { properties: {} }, { required: ['name'] }],
      anyOf: [{ required: [] }, { required: ['size'] }],
      $defs: { Base: { properties: { name: { type: 'string' } }, required: ['name'] } },
    });
  });

  it('translates tuples and unions as generators write them, empty ones included', async () => {
    const int = { type: 'integer' };
    const properties = {
      pair: { type: 'array', items: [{ type: 'string', nullable: true }, int], minItems: 2 },
      closed: { type: 'array', items: [int], additionalItems: false },
      none: { type: 'array', items: { anyOf: [] }, maxItems: 0 },
      empty: { type: 'array', items: [], additionalItems: int },
      all: { ...int, allOf: [] },
    };
    const { input } = await contractOf(bodyOf({ type: 'object', properties }));
    expect(input).toEqual({
      type: 'object',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: ['string', 'null'] }, int], minItems: 2 },
        closed: { type: 'array', prefixItems: [int], items: false },
        none: { type: 'array', items: { anyOf: [false] }, maxItems: 0 },
        empty: { type: 'array', items: int },
        all: int,
      },
    });
  });

  it('keeps a schema for which some input takes long', async () => {
    const option = (n: number) => ({ type: 'string', pattern: `^(?:a|b)*${n}(?:a|b){9}$` });
    const item = { anyOf: Array.from({ length: 90 }, (_, n) => option(n)) };
    const { input } = await contractOf(
      bodyOf({ type: 'array', items: { $ref: '#/components/schemas/Item' } }),
      { components: { schemas: { Item: item } } },
    );
    expect(input).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Item' },
      $defs: { Item: item },
    });
  });

  it('keeps schemas that refer to themselves, as definitions', async () => {
    const Node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' } },
    };
    const { input } = await contractOf(bodyOf({ $ref: '#/components/schemas/Node' }), {
      components: { schemas: { Node } },
    });
    expect(input).toEqual({
      $ref: '#/$defs/Node',
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    });
  });

  it('gives fields of the same name in several places names of their own', async () => {
    const parameter = (place: string) => ({ name: 'body', in: place, schema: { type: 'string' } });
    const { input, request } = await contractOf({
      ...bodyOf({ type: 'integer' }),
      parameters: [parameter('query'), parameter('header')],
    });
    expect(Object.keys((input as { properties: Json }).properties)).toEqual([
      'body',
      'body_header',
      'body_',
    ]);
    expect(request).toMatchObject({ body: 'body_' });
  });

  it('reads YAML, from an address too, and takes a server below that address', async () => {
    const yaml = `
openapi: 3.1.0
servers: [{ url: /v2 }]
paths:
  /a: { get: { operationId: a, responses: { 200: { $ref: '#/components/responses/A' } } } }
components:
  responses:
    A: { description: a, content: { application/problem+json: { schema: { type: [string, 'null'] } } } }
`;
    await using server = await listen(createServer((_, response) => response.end(yaml)));
    const argv = [
      'init',
      'demo',
      '--template',
      'openapi',
      '--document',
      `${server.url}/docs/a.yaml`,
    ];
    const ran = await runMkt([...argv, '--yes'], { cwd });
    expect(ran).toMatchObject({ code: 0 });
    expect(await read('contracts/a.json')).toMatchObject({ output: { type: ['string', 'null'] } });
    expect(await read('api.json')).toEqual({ address: `${server.url}/v2`, key: null });
  });

  it.each([
    [
      { type: 'apiKey', in: 'query', name: 'k' },
      { in: 'query', name: 'k', prefix: '' },
    ],
    [
      { type: 'http', scheme: 'bearer' },
      { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    ],
    [
      { type: 'http', scheme: 'Basic' },
      { in: 'header', name: 'authorization', prefix: 'Basic ' },
    ],
    [
      { type: 'oauth2', flows: {} },
      { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    ],
  ])('knows where the API wants its key: %j', async (scheme, key) => {
    const document = documentOf(
      { '/a': { get: { operationId: 'a', responses: RESULT } } },
      { security: [{ main: [] }], components: { securitySchemes: { main: scheme } } },
    );
    await init(document, ['--yes'], { env: { UPSTREAM_KEY: 'abc' } });
    expect(await read('api.json')).toMatchObject({ key: { scheme: 'main', ...key } });
    expect(await readFile(join(cwd, 'demo', '.env'), 'utf8')).toContain("UPSTREAM_KEY='abc'");
  });

  it('names an operation like the listing that its title leads to', async () => {
    const get = (more: Json) => ({ get: { responses: RESULT, ...more } });
    const long = 'Every word of it '.repeat(7);
    const paths = {
      '/a': get({ operationId: 'addBook', summary: 'Add a book.' }),
      '/b': get({ summary: 'Add a book' }),
      '/c': get({ summary: 'The userId of a café’s owner' }),
      '/d': get({ operationId: 'listBooks' }),
      '/e/x': get({}),
      '/f': get({ operationId: 'findBook', summary: '本を探す' }),
      '/g': get({ summary: long }),
    };
    expect((await init(documentOf(paths))).code).toBe(0);
    const ids = (await readdir(join(cwd, 'demo', 'contracts'))).toSorted();
    expect(ids).toEqual([
      'add-a-book-2.json',
      'add-a-book.json',
      'every-word-of-it-every-word-of-it-every-word-of-it-ever.json',
      'find-book.json',
      'get-e-x.json',
      'list-books.json',
      'the-userid-of-a-cafes-owner.json',
    ]);
  });

  it('takes the name of an operation in the document too', async () => {
    const paths = { '/a': { get: { operationId: 'addBook', summary: 'Add', responses: RESULT } } };
    expect((await init(documentOf(paths), ['--operations', 'addBook', '--yes'])).code).toBe(0);
    expect(await readdir(join(cwd, 'demo', 'contracts'))).toEqual(['add.json']);
  });

  it('lets the seller choose on a terminal, among those that can be sold', async () => {
    const get = (operationId: string) => ({ get: { operationId, responses: RESULT } });
    const cover = {
      get: { operationId: 'cover', responses: { 200: { content: { 'image/png': {} } } } },
    };
    const answers: [string, string][] = [
      ['cover is left out: it returns image/png', ''],
      ['Operations to sell', '\u001B[B '],
      ['Price', ''],
      ['Install', 'n'],
    ];
    const { code } = await init(
      documentOf({ '/a': get('first'), '/cover': cover, '/b': get('second') }),
      ['--title', 'Pets'],
      {
        isTerminal: true,
        onStderr(text, type) {
          const [question, answer] = answers[0] ?? [];
          if (question === undefined || !text.includes(question)) return;
          answers.shift();
          if (answer !== '' || question === 'Price') type(`${answer}\r`);
        },
      },
    );
    expect([code, answers]).toEqual([0, []]);
    expect(await readdir(join(cwd, 'demo', 'contracts'))).toEqual(['second.json']);
  });

  it.each<[string, Json, string]>([
    [
      'a form',
      { requestBody: { required: true, content: { 'multipart/form-data': {} } } },
      'it takes multipart/form-data, and only JSON is supported',
    ],
    ['an image', { responses: { 200: { content: { 'image/png': {} } } } }, 'it returns image/png'],
    [
      'a cookie',
      { parameters: [{ name: 'session', in: 'cookie', required: true }] },
      'it needs the cookie session',
    ],
    [
      'a remote $ref',
      bodyOf({ $ref: 'https://example.com/pet.json#/Pet' }),
      'it refers to another document, "https://example.com/pet.json#/Pet"',
    ],
    [
      'a missing $ref',
      bodyOf({ $ref: '#/components/schemas/No' }),
      'it refers to "#/components/schemas/No", which',
    ],
    [
      'a $ref to itself',
      { responses: { 200: { $ref: '#/x' } } },
      'it has a $ref that refers only to itself',
    ],
    [
      'an unknown style',
      { parameters: [{ name: 'a', in: 'query', style: 'matrix' }] },
      'its parameter a has the style matrix',
    ],
    ['two keys', { security: [{ one: [], two: [] }] }, 'it needs the credentials one and two'],
    ['too large schemas', bodyOf(nested(40)), 'its input '],
    ['too deep schemas', bodyOf(nested(1_000)), 'its schemas are nested too deeply'],
    [
      'too wide schemas',
      bodyOf({ anyOf: Array.from({ length: 6_000 }, () => ({})) }),
      'its schemas are too large',
    ],
    ['a schema that is a list', bodyOf([]), 'it has a schema that is not an object'],
    ['an impossible type', bodyOf({ type: 'file' }), 'its input '],
  ])('leaves out an operation with %s, and says why', async (_, operation, reason) => {
    const paths = {
      '/good': { get: { operationId: 'good', responses: RESULT } },
      '/bad': { post: { operationId: 'bad', responses: RESULT, ...operation } },
    };
    const document = documentOf(paths, { x: { $ref: '#/x' } });
    const { code, stderr } = await init(document);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`bad is left out: ${reason}`)]);
    expect(await readdir(join(cwd, 'demo', 'contracts'))).toEqual(['good.json']);
    await rm(join(cwd, 'demo'), { recursive: true });
    const named = await init(document, ['--operations', 'bad']);
    expect([named.code, named.stderr]).toEqual([
      2,
      expect.stringContaining('bad cannot be sold: '),
    ]);
  });

  it('does not expand references: a small document cannot become a large one', async () => {
    const level = (next: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [
          `p${at}`,
          { $ref: `#/components/schemas/L${next}` },
        ]),
      ),
    });
    const levels = Array.from({ length: 30 }, (_, at) => [`L${at}`, level(at + 1)] as const);
    const schemas = Object.fromEntries([...levels, ['L30', { type: 'string' }]]);
    const operation = {
      operationId: 'a',
      responses: { '200': json({ $ref: '#/components/schemas/L0' }) },
    };
    const { code } = await init(
      documentOf({ '/a': { get: operation } }, { components: { schemas } }),
    );
    expect(code).toBe(0);
    const { output } = await read('contracts/a.json');
    expect(Object.keys((output as { $defs: Json }).$defs)).toHaveLength(31);
  });

  it('sells a result without its schema, if that is larger than the marketplace accepts', async () => {
    const { output, examples } = await contractOf({ responses: { 200: json(nested(1_000)) } });
    expect([output, examples]).toEqual([undefined, { request: {}, response: {} }]);
  });

  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`/p${at}`, { get: { responses: RESULT } }]),
  );
  it.each<[string, unknown, string[], string]>([
    ['no JSON', '{"a":', [], 'is neither JSON nor YAML: line 1'],
    ['no document', '[]', [], 'is not an OpenAPI document'],
    ['Swagger', { swagger: '2.0' }, [], 'is a Swagger 2.0 document'],
    ['another version', { openapi: '4.0.0' }, [], 'must be 3.0 or 3.1'],
    ['no operation', documentOf({}), [], 'has no operation that can be sold'],
    ['no server', documentOf(many, { servers: [{ url: '/v1' }] }), [], '--upstream is required'],
    ['many operations', documentOf(many), [], '--operations is required'],
    ['an unknown operation', documentOf(many), ['--operations', 'get-p99'], 'Did you mean get-p9?'],
    [
      'aliases that expand',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}`,
      [],
      'aliases expand to too much',
    ],
    ['16 MiB of space', ' '.repeat(17 * 1024 * 1024), [], 'is larger than 16 MiB'],
    ['9 MiB of YAML', `a: ${'x'.repeat(9 * 1024 * 1024)}`, [], 'the limit for YAML'],
  ])('refuses %s and writes nothing', async (_, document, options, sentence) => {
    const { code, stderr } = await init(document, ['--yes', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(await readdir(cwd)).toEqual(['api.json']);
  });

  it.each([
    ['none.yaml', 'none.yaml does not exist.'],
    ['.', 'is a folder, not an OpenAPI document.'],
    // Neither has a size, and the first has no end.
    ['/dev/zero', '/dev/zero is larger than 16 MiB.'],
    ['/dev/null', 'not an OpenAPI document'],
  ])('refuses --document %s', async (source, sentence) => {
    const argv = ['init', 'demo', '--template', 'openapi', '--document', source, '--yes'];
    const { code, stderr } = await runMkt(argv, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

function nested(levels: number): Json {
  let schema: Json = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = { type: 'array', items: schema };
  return schema;
}

/** Nine levels, each with nine aliases of the level before. */
function bomb(): string {
  const names = 'abcdefghij';
  return Array.from({ length: 9 }, (_, at) => {
    const aliases = Array(9).fill(`*${names[at]}`).join(',');
    return `${names[at + 1]}: &${names[at + 1]} [${aliases}]`;
  }).join('\n');
}
