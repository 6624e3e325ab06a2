// The server of the template python, in front of callers that mean no good.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython } from './has-python.ts';
import { renderProject, type RenderedProject } from './render-project.ts';

const VECTORS = fileURLToPath(import.meta.resolve('@mkt/protocol/vectors/signing.json'));
const MAX_CONNECTIONS = 200;
let project: RenderedProject;

/** Starts main.py, after statements that change its limits. */
async function startServer(changes = 'pass') {
  const program = `import sys; sys.path.insert(0, "."); ${changes}; import main; main.main()`;
  const child = spawn('python3', ['-c', program], { cwd: project.folder, env: project.env });
  const exit = once(child, 'exit');
  const errors = text(child.stderr);
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), errors.then((printed) => [printed])]);
  expect(line).toContain('listens on');
  return {
    child,
    errors,
    exit,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function open(): Promise<Socket> {
  const socket = connect(project.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/** The status and the JSON of the last response to bytes on a connection of their own. */
async function respond(...chunks: (string | Buffer)[]): Promise<[number, unknown]> {
  const socket = await open();
  for (const chunk of chunks) socket.write(chunk);
  return await responseOn(socket);
}

async function responseOn(socket: Socket): Promise<[number, unknown]> {
  const parts = (await text(socket)).split('\r\n\r\n');
  const body = parts.at(-1) ?? '';
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(parts.at(-2) ?? '')?.[1]);
  return [status, body === '' ? undefined : JSON.parse(body)];
}

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');

const post = (body: string | Buffer, ...headers: string[]) => [
  head('POST /run HTTP/1.1', `Content-Length: ${Buffer.byteLength(body)}`, ...headers),
  body,
];

const INVALID_HTTP = { error: 'The request is not valid HTTP' };
const NOT_JSON = { error: 'The body is not valid JSON' };

describe.skipIf(!hasPython())('the server of the template python', () => {
  beforeAll(async () => {
    project = await renderProject('python');
  });
  afterAll(() => project?.[Symbol.asyncDispose]());

  it('verifies every vector as the protocol says', async () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as {
      vectors: { name: string; expected: { reason?: string } }[];
    };
    const script = readFileSync(join(import.meta.dirname, 'verify_vectors.py'), 'utf8');
    const { stdout } = await project.run('python3', '-c', script, VECTORS);
    const verdicts = JSON.parse(stdout) as unknown[];
    expect(verdicts).toHaveLength(vectors.length);
    for (const [index, { name, expected }] of vectors.entries()) {
      const { reason: _, ...rest } = expected;
      expect([name, verdicts[index]]).toEqual([name, rest]);
    }
  });

  it('responds with JSON to whatever is sent', async () => {
    await using server = await startServer();
    const cases: [string, (string | Buffer)[], number, unknown][] = [
      ['a call', post('{"text":"a b"}'), 200, { words: 2, characters: 3 }],
      [
        'another content type',
        post('{"text":"a"}', 'Content-Type: text/xml'),
        200,
        expect.anything(),
      ],
      ['no JSON', post('{"text":'), 400, NOT_JSON],
      ['NaN', post('{"text":NaN}'), 400, NOT_JSON],
      ['200,000 lists in each other', post('['.repeat(200_000)), 400, NOT_JSON],
      ['a number of 900,000 digits', post('9'.repeat(900_000)), 400, NOT_JSON],
      ['the same field twice', post('{"text":"a","text":"b"}'), 400, NOT_JSON],
      ['bytes that are not UTF-8', post(Buffer.from([0x22, 0xe9, 0x22])), 400, NOT_JSON],
      ['half a surrogate pair', post('{"text":"\\ud800"}'), 200, { words: 1, characters: 1 }],
      ['null', post('null'), 400, { error: '/text is required and must be a string' }],
      [
        'a huge body',
        [head('POST /run HTTP/1.1', 'Content-Length: 99999999'), Buffer.alloc(500_000)],
        413,
        { error: 'The body is larger than 1 MiB' },
      ],
      [
        'a negative length',
        [head('POST /run HTTP/1.1', 'Content-Length: -1')],
        400,
        { error: 'Content-Length must be one number' },
      ],
      [
        'two lengths',
        [head('POST /run HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2')],
        400,
        { error: 'Content-Length must be one number' },
      ],
      [
        'no length',
        [head('POST /run HTTP/1.1', 'Transfer-Encoding: chunked'), '0\r\n\r\n'],
        411,
        { error: 'Send the body with a Content-Length' },
      ],
      ['no HTTP', [Buffer.from('\u0016\u0003\u0001\r\n\r\n', 'latin1')], 400, INVALID_HTTP],
      ['a header without a colon', [head('GET / HTTP/1.1', 'no colon')], 400, INVALID_HTTP],
      ['a long line', [head(`GET /${'a'.repeat(70_000)} HTTP/1.1`)], 414, expect.anything()],
      ['long headers', [head('GET / HTTP/1.1', ...longHeaders())], 431, expect.anything()],
      [
        'many headers',
        [head('GET / HTTP/1.1', ...Array(150).fill('X: y'))],
        431,
        expect.anything(),
      ],
      ['another method', [head('PUT /run HTTP/1.1')], 404, { error: 'Not found' }],
      ['another path', [head('GET /.env HTTP/1.1')], 404, { error: 'Not found' }],
      ['HEAD', [head('HEAD /run HTTP/1.1')], 200, undefined],
      [
        'a request that waits for 100',
        post('{"text":"a"}', 'Expect: 100-continue'),
        200,
        { words: 1, characters: 1 },
      ],
      [
        'an address in the Host header',
        ['GET /contract HTTP/1.1\r\nHost: a"/@b\r\nConnection: close\r\n\r\n'],
        400,
        { error: 'The Host header is not a valid host' },
      ],
      [
        // Only one response: the body of a GET is never read as the next request.
        'a request in the body of another',
        [
          'GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 37\r\n\r\n',
          head('GET /run HTTP/1.1'),
        ],
        200,
        { status: 'ok' },
      ],
    ];
    for (const [name, chunks, status, body] of cases) {
      expect([name, ...(await respond(...chunks))]).toEqual([name, status, body]);
    }
    server.child.kill('SIGTERM');
    await server.exit;
    expect(await server.errors).not.toContain('Traceback');
  });

  it('responds with 408 to a slow caller, whatever it sends in the meantime', async () => {
    await using _ = await startServer(
      'import marketplace.connection as c; c.REQUEST_SECONDS = 0.3',
    );
    const socket = await open();
    socket.write(head('POST /run HTTP/1.1', 'Content-Length: 100000'));
    const trickle = setInterval(() => socket.write('x'), 50);
    try {
      const late = { error: 'The body did not arrive in time' };
      expect(await responseOn(socket)).toEqual([408, late]);
    } finally {
      clearInterval(trickle);
    }
  });

  it('refuses connections beyond its limit, and accepts again when some have closed', async () => {
    await using _ = await startServer();
    const idle = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, open));
    const busy = { error: 'Too many connections' };
    expect(await respond(head('GET /health HTTP/1.1'))).toEqual([503, busy]);
    for (const socket of idle) socket.destroy();
    await expect.poll(() => respond(head('GET /health HTTP/1.1'))).toEqual([200, { status: 'ok' }]);
  });

  it('finishes a call in flight when it is told to stop', async () => {
    await using server = await startServer();
    const socket = await open();
    socket.write(head('POST /run HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 12'));
    // The call has begun: it waits for its body.
    await once(socket, 'data');
    server.child.kill('SIGTERM');
    await expect.poll(() => canConnect()).toBe(false);
    socket.write('{"text":"a"}');
    expect(await responseOn(socket)).toEqual([200, { words: 1, characters: 1 }]);
    expect(await server.exit).toEqual([0, null]);
  });

  it.each([
    ['PORT', '80a', "PORT must be a number from 0 to 65535, not '80a'"],
    [
      'PUBLIC_URL',
      'api.example.com',
      'PUBLIC_URL must be an address such as https://api.example.com',
    ],
    ['MKT_SIGNING_SECRET', '', 'MKT_SIGNING_SECRET is set but empty'],
    [
      'MKT_SIGNING_SECRET_QR_CODE',
      'whsec_abc',
      'MKT_SIGNING_SECRET_QR_CODE is not a signing secret',
    ],
    ['HOST', '192.0.2.1', 'The service cannot listen on 192.0.2.1'],
  ])('does not start when %s is %o, and says why', async (name, value, sentence) => {
    const env = { ...project.env, [name]: value };
    const child = spawn('python3', ['main.py'], { cwd: project.folder, env });
    const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(printed).toContain(sentence);
    expect(printed).not.toContain('Traceback');
    expect(code).toBe(1);
  });
});

const longHeaders = () => ['X', 'Y', 'Z'].map((name) => `${name}: ${'a'.repeat(60_000)}`);

async function canConnect(): Promise<boolean> {
  const socket = connect(project.port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
