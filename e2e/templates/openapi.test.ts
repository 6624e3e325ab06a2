import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../test-bed/local-server.ts';
import { describeTemplate } from './describe-template.ts';
import { renderProject, TITLE } from './render-project.ts';
import { runService } from './run-service.ts';

const NPM_START = ['npm', 'start'];
const KEY = 'key-that-nobody-may-see';

/** The API behind the document. It says what it was asked. */
const seen: unknown[] = [];
async function respond(request: IncomingMessage, response: ServerResponse) {
  const { method, url, headers } = request;
  const body = await text(request);
  seen.push([method, url, body, headers['x-key'], headers['x-trace']]);
  response.setHeader('content-type', 'application/json');
  response.end(method === 'GET' ? '{"id":"p-1","name":"Rex"}' : body.replace('{', '{"id":"p-2",'));
}
const upstream = await listen(createServer((...both) => void respond(...both)));

const PET = { $ref: '#/components/schemas/Pet' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pet shop', version: '1' },
  servers: [{ url: `${upstream.url}/v1` }],
  security: [{ key: [] }],
  paths: {
    '/pets/{petId}': {
      get: {
        operationId: 'findPet',
        summary: 'Find a pet',
        tags: ['Pets'],
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: { type: 'string' }, example: 'p-1' },
          { name: 'fields', in: 'query', explode: false, schema: { type: 'array', items: {} } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          {
            name: 'range',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { from: { type: 'integer' } } },
          },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: { '200': json(PET) },
      },
    },
    '/pets': {
      post: {
        operationId: 'createPet',
        summary: 'Create a pet',
        requestBody: { required: true, ...json(PET) },
        responses: { '201': json(PET) },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', readOnly: true, example: 'p-1' },
          name: { type: 'string', example: 'Rex' },
          weight: { type: 'number', nullable: true, format: 'double' },
          parent: PET,
        },
      },
    },
  },
};
const folder = await mkdtemp(join(tmpdir(), 'mkt-openapi-'));
const file = join(folder, 'openapi.json');
const open = join(folder, 'open.json');
await writeFile(file, JSON.stringify(DOCUMENT));
await writeFile(open, JSON.stringify({ ...DOCUMENT, security: [] }));

afterAll(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

describeTemplate('openapi', {
  options: ['--document', open, '--yes'],
  path: '/find-a-pet',
  listingTitle: 'Find a pet',
  input: { petId: 'p-1' },
  result: { id: 'p-1', name: 'Rex' },
});

it('a project of the template openapi sells several operations, with a secret for each listing', async () => {
  await using project = await renderProject('openapi', ['--document', file, '--yes']);
  await writeFile(join(project.folder, '.env'), `UPSTREAM_KEY=${KEY}\n`);
  await using market = await createTestMarketplace();
  const env = { MKT_BASE_URL: market.url, MKT_API_KEY: market.apiKey ?? '' };
  const client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  const listens = (printed: string) => printed.includes(`${TITLE} listens on ${project.url}`);
  for (const name of ['find-a-pet', 'create-a-pet']) {
    await using service = runService(project, NPM_START);
    await service.until(listens);
    await project.mkt(['publish', '--service-url', `${project.url}/${name}`, '--yes'], env);
  }
  const variables = await readFile(join(project.folder, '.env'), 'utf8');
  expect(variables).toMatch(/^MKT_SIGNING_SECRET=whsec_/m);
  expect(variables).toMatch(/^MKT_SIGNING_SECRET_CREATE_A_PET=whsec_/m);

  await using service = runService(project, NPM_START);
  await service.until(listens);
  const slugs = { find: 'find-a-pet', create: 'create-a-pet' };
  seen.length = 0;
  const found = await client.run(slugs.find, {
    petId: 'a/b ?#%',
    fields: ['name', 'id'],
    tag: ['x', 'y&z'],
    range: { from: 3 },
    'X-Trace': 'abc',
  });
  expect(found).toEqual({ id: 'p-1', name: 'Rex' });
  const created = await client.run(slugs.create, { name: 'Rex', weight: null });
  expect(created).toEqual({ id: 'p-2', name: 'Rex', weight: null });
  expect(seen).toEqual([
    [
      'GET',
      '/v1/pets/a%2Fb%20%3F%23%25?fields=name%2Cid&tag=x&tag=y%26z&range%5Bfrom%5D=3',
      '',
      KEY,
      'abc',
    ],
    ['POST', '/v1/pets', '{"name":"Rex","weight":null}', KEY, undefined],
  ]);

  // Neither may lead to another path of the API, or add a header.
  for (const input of [{ petId: '..' }, { petId: 'p-1', 'X-Trace': 'a\r\nX-Key: b' }]) {
    await expect(client.run(slugs.find, input)).rejects.toThrow(/cannot (be part|have)/);
  }
  expect(seen).toHaveLength(2);
  // Unsigned, or below no service.
  expect((await fetch(`${project.url}/find-a-pet/run`, { method: 'POST' })).status).toBe(401);
  expect((await fetch(`${project.url}/nothing`)).status).toBe(404);
});

it('the templates proxy and openapi call an API with the same program', async () => {
  const read = (template: string) =>
    readFile(join(import.meta.dirname, '../../templates', template, 'src/upstream.js'), 'utf8');
  expect(await read('openapi')).toBe(await read('proxy'));
});
