import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedAddress, listen } from '../../test-bed/local-server.ts';
import { describeTemplate } from './describe-template.ts';
import { renderProject, TITLE, type RenderedProject } from './render-project.ts';
import { runService, type RunningService } from './run-service.ts';

const KEY = 'Bearer key-that-nobody-may-see';
const NPM_START = ['npm', 'start'];
const INTERNAL = 'database db-7 at 10.0.0.7 is down';

type Respond = (response: ServerResponse, request: IncomingMessage) => unknown;

const json =
  (value: unknown, status = 200): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** The API that is wrapped. It counts characters, until a test wants it to fail. */
const count: Respond = async (response, request) => {
  const { text } = (await readJson(request)) as { text: string };
  json({ length: text.length })(response, request);
};
let respond = count;
const upstream = await listen(createServer((request, response) => void respond(response, request)));
const ADDRESS = `${upstream.url}/v1/length`;
afterAll(() => upstream.close());

describeTemplate('proxy', {
  options: ['--upstream', ADDRESS],
  input: { text: 'Hello' },
  result: { length: 5 },
});

describe('the service of the template proxy', () => {
  let project: RenderedProject;
  let service: RunningService;

  beforeAll(async () => {
    const header = ['--upstream-header', 'Authorization'];
    project = await renderProject('proxy', ['--upstream', ADDRESS, ...header]);
    await writeFile(join(project.folder, '.env'), `UPSTREAM_KEY="${KEY}"\n`);
    await replace('src/upstream.js', 'TIMEOUT_MS = 25_000', 'TIMEOUT_MS = 500');
    service = runService(project, NPM_START);
    await service.until((printed) => printed.includes(`${TITLE} listens on`));
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await project?.[Symbol.asyncDispose]();
  });

  async function replace(file: string, from: string, to: string) {
    const path = join(project.folder, file);
    const before = await readFile(path, 'utf8');
    expect(before).toContain(from);
    await writeFile(path, before.replace(from, to));
  }

  async function call(input: unknown = { text: 'Hello' }, body = JSON.stringify(input)) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${project.url}/run`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  }

  it('sends the key, and the input as it was written', async () => {
    const seen: unknown[] = [];
    respond = (response, request) => {
      seen.push(request.method, request.url, request.headers.authorization);
      return count(response, request);
    };
    expect(await call()).toEqual({ status: 200, text: '{"length":5}' });
    expect(seen).toEqual(['POST', '/v1/length', KEY]);
  });

  it('returns numbers with all their digits', async () => {
    respond = (response) =>
      response
        .writeHead(200, { 'content-type': 'application/vnd.api+json' })
        .end('{"id": 9007199254740993, "rate": 1.10}');
    expect((await call()).text).toBe('{"id":9007199254740993,"rate":1.10}');
  });

  const failed = 'The API behind this service failed';
  const refusedInput = 'The API behind this service refused this input';
  const refusedCall = 'The API behind this service refused the call';
  const notJson = 'The API behind this service did not return JSON';
  it.each<[string, Respond, number, string]>([
    ['fails', json({ error: INTERNAL }, 500), 502, failed],
    ['is in maintenance', json({ error: INTERNAL }, 503), 502, failed],
    ['refuses the input', json({ error: INTERNAL }, 422), 422, refusedInput],
    ['finds nothing', json({ error: INTERNAL }, 404), 422, refusedInput],
    ['refuses the key', json({ error: `${INTERNAL}, not ${KEY}` }, 401), 502, refusedCall],
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'http://10.0.0.7/' }).end(),
      502,
      refusedCall,
    ],
    [
      'is busy',
      json({ error: INTERNAL }, 429),
      503,
      'The API behind this service is busy. Try again later',
    ],
    ['returns HTML', (response) => response.end(`<p>${INTERNAL}</p>`), 502, notJson],
    [
      'returns half of its JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      502,
      notJson,
    ],
    [
      'returns the key',
      json({ headers: { authorization: KEY } }),
      502,
      'The API behind this service returned what it must not',
    ],
    [
      'returns too much',
      json('x'.repeat(2 * 1024 * 1024)),
      502,
      'The response of the API behind this service is too large',
    ],
    [
      'never stops returning',
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more).on('error', () => undefined);
        response.writeHead(200, { 'content-type': 'application/json' });
        more();
      },
      502,
      'The response of the API behind this service is too large',
    ],
    [
      'disconnects',
      (response) => response.socket?.destroy(),
      502,
      'The API behind this service cannot be reached',
    ],
    [
      'disconnects within its response',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"a":1', () => response.socket?.destroy());
      },
      502,
      'The API behind this service did not finish its response',
    ],
    [
      'does not respond',
      () => undefined,
      504,
      'The API behind this service did not respond in time',
    ],
    [
      'does not finish',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      504,
      'The API behind this service did not respond in time',
    ],
  ])('says so to buyers, and nothing more, when the API %s', async (_, mode, status, error) => {
    respond = mode;
    const { text, ...response } = await call();
    expect([response.status, JSON.parse(text)]).toEqual([status, { error }]);
  });

  it('logs what the API said, without the key', async () => {
    respond = json({ error: `${INTERNAL}, not ${KEY}\u001B[2J\n` }, 401);
    await call();
    let log = '';
    await service.until((printed) => (log = printed).includes(`it returned 401: `));
    expect(log).toContain(`${INTERNAL}, not Bearer [key]`);
    expect(log).not.toContain('key-that-nobody-may-see');
    expect(log).not.toContain('\u001B[2J');
  });

  it('does not start without the key', async () => {
    const other = await renderProject('proxy', [
      '--upstream',
      ADDRESS,
      '--upstream-header',
      'x-key',
    ]);
    await using _ = other;
    const sentence = 'UPSTREAM_KEY is not set: put the value of the header x-key into .env';
    await expect(other.run('node', 'src/main.js')).rejects.toMatchObject({
      code: 1,
      stderr: `${sentence}\n`,
    });
  });

  it('calls with GET and the input in the query string', async () => {
    const method = ['--upstream-method', 'GET'];
    const other = await renderProject('proxy', ['--upstream', `${ADDRESS}?v=2`, ...method]);
    await using _ = other;
    await using started = runService(other, NPM_START);
    await started.until((printed) => printed.includes(`${TITLE} listens on`));
    respond = (response, request) => json({ asked: request.url })(response, request);
    const body = JSON.stringify({ text: 'a b&c=/../' });
    const response = await fetch(`${other.url}/run`, { method: 'POST', body });
    expect(await response.json()).toEqual({ asked: '/v1/length?v=2&text=a+b%26c%3D%2F..%2F' });
    await other.run('npm', 'test');
  });

  it('says that the API cannot be reached when nothing listens there', async () => {
    const { url } = await closedAddress();
    const other = await renderProject('proxy', ['--upstream', url]);
    await using _ = other;
    await using started = runService(other, NPM_START);
    await started.until((printed) => printed.includes(`${TITLE} listens on`));
    const response = await fetch(`${other.url}/run`, { method: 'POST', body: '{"text":"a"}' });
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'The API behind this service cannot be reached' },
    ]);
  });
});
