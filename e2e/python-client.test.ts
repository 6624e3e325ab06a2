// examples/python-buyer/mkt.py: the client for Python, and docs/buy/python.md, against a real marketplace.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { serve } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textInsights } from '../examples/text-insights/src/service.ts';
import { blocksOf } from '../scripts/documentation/markdown.ts';
import { read, ROOT } from '../scripts/documentation/pages.ts';
import { serveHttp, serveRaw } from '../test-bed/local-server.ts';
import { openWorld, type OpenWorld } from './runtimes/open-world.ts';
import { hasPython } from './templates/has-python.ts';

const FOLDER = join(ROOT, 'examples/python-buyer');

describe.skipIf(!hasPython('the client for Python'))('mkt.py', () => {
  let world: OpenWorld;

  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Runs a program that has imported the client, and returns what it prints. */
  async function python(code: string, env: Record<string, string> = {}): Promise<string> {
    const program = `import json, os, threading, time, warnings\nfrom decimal import Decimal\nfrom mkt import *\n${code}`;
    const { stdout } = await promisify(execFile)('python3', ['-c', program], {
      env: {
        PATH: process.env['PATH'],
        PYTHONPATH: FOLDER,
        PYTHONDONTWRITEBYTECODE: '1',
        MKT_BASE_URL: world.baseUrl,
        MKT_API_KEY: world.apiKey,
        ...env,
      },
    });
    return stdout.trim();
  }

  /** The members of the error that an expression raises. */
  const errorOf = async (expression: string, members: string[], env?: Record<string, string>) =>
    JSON.parse(
      await python(
        `try:\n  ${expression}\nexcept MktError as error:\n  print(json.dumps([type(error).__name__, error.type] + [${members.join(', ')}], default=str))`,
        env,
      ),
    ) as unknown[];

  it('has only syntax that Python 3.9 knows, and imports nothing but the standard library', async () => {
    const source = await readFile(join(FOLDER, 'mkt.py'), 'utf8');
    const check = `import ast, sys\ntree = ast.parse(open(${JSON.stringify(join(FOLDER, 'mkt.py'))}).read(), feature_version=(3, 9))\nnames = {(node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).partition('.')[0] for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))}\nprint(sorted(names - set(getattr(sys, 'stdlib_module_names', names))))`;
    expect(await python(check)).toBe('[]');
    expect(source).not.toMatch(/\bmatch .*:\n\s+case /);
  });

  it('calls a listing and returns what its seller sent', async () => {
    expect(await python(`print(Client().run("echo", {"text": "Grüße 世界"})["text"])`)).toBe(
      'Grüße 世界',
    );
  });

  it('returns plain numbers, which json.dumps writes, and integers of any size', async () => {
    const code = `
market = Client()
result = market.run("echo", {"text": "x", "n": 9007199254740993, "r": 0.1, "e": Decimal("1.50")})
print(json.dumps(result), market.listing("echo")["price"]["amount"] * 2)`;
    expect(await python(code)).toBe(
      '{"text": "x", "n": 9007199254740993, "r": 0.1, "e": 1.5} 0.04',
    );
  });

  it('keeps every digit of a number with numbers=Decimal', async () => {
    const code = `
n = {"text": "x", "n": 9007199254740993, "r": Decimal("0.1000000000000000055"), "e": Decimal("1.50")}
result = Client(numbers=Decimal).run("echo", n)
print(result["n"], result["r"], result["e"], result == n)`;
    expect(await python(code)).toBe('9007199254740993 0.1000000000000000055 1.50 True');
  });

  it('waits for a slow order, and reports its states', async () => {
    const code = `
states = []
Client().run("slow", {"text": "x"}, on_update=lambda order: states.append(order["orderState"]))
print(states[-1], len(states) > 1)`;
    expect(await python(code)).toBe('completed True');
  });

  it('activates, reads and waits in steps, and lists orders page by page', async () => {
    const code = `
market = Client()
placed = [market.activate("echo", {"text": str(n)}, metadata={"job": "steps"}) for n in range(5)]
settled = market.wait(placed[0]["id"])
again = market.get(placed[0]["id"], wait=1)
texts = [order["requestBody"]["text"] for order in market.orders(metadata={"job": "steps"}, limit=2)]
print(settled["orderState"], again["result"], texts)
print([each["slug"] for each in market.listings(query="slow")], market.listing("echo")["price"]["amount"])`;
    expect(await python(code)).toBe(
      "completed {'text': '0'} ['4', '3', '2', '1', '0']\n['slow'] 0.02",
    );
  });

  it('returns the same order for the same idempotency key', async () => {
    const code = `
market = Client()
first, second = (market.activate("echo", {"text": "x"}, idempotency_key="invoice-17") for _ in range(2))
print(first["id"] == second["id"])`;
    expect(await python(code)).toBe('True');
  });

  it('repeats what a busy marketplace refuses, and places one order when a response is lost', async () => {
    for (const [job, url] of [
      ['busy-python', world.busyUrl],
      ['lost-python', world.lostUrl],
    ] as const) {
      const code = `
Client(base_url="${url}/${job}").run("echo", {"text": "x"}, metadata={"job": "${job}"})
print(len(list(Client().orders(metadata={"job": "${job}"}))))`;
      expect(await python(code)).toBe('1');
    }
  });

  it('raises where an input is wrong, with the status and the request', async () => {
    const call = `Client().run("echo", {"txt": 1})`;
    const members = ['error.status', 'error.details[0]["path"]', 'error.request_id is not None'];
    expect(await errorOf(call, members)).toEqual(['ApiError', 'invalid_input', 400, '/text', true]);
  });

  it.each([
    [`Client().run("nowhere")`, 'not_found', 404],
    [`Client().run("echo", {"text": "x"}, max_price=0.01)`, 'listing_changed', 409],
    [`Client().run("echo", {"text": "x"}, currency="EUR")`, 'listing_changed', 409],
  ])('%s raises %s, and no order exists', async (call, type, status) => {
    const members = ['error.status', 'error.idempotency_key'];
    expect(await errorOf(call, members)).toEqual(['ApiError', type, status, null]);
  });

  it('raises for a key that the marketplace does not know', async () => {
    const env = { MKT_API_KEY: world.unknownKey };
    expect(await errorOf(`Client().activate("echo")`, ['error.status'], env)).toEqual([
      'ApiError',
      'unauthenticated',
      401,
    ]);
  });

  it('raises the order that failed, with what its seller said', async () => {
    const call = `Client().run("failing", {"text": "x"})`;
    const members = [
      'error.order["charged"]',
      'str(error).endswith("(the seller says: Out of paper)")',
    ];
    expect(await errorOf(call, members)).toEqual(['OrderFailed', 'order_failed', false, true]);
  });

  it('raises the order that has not settled in time', async () => {
    const call = `Client().run("never", {"text": "x"}, timeout=0.5)`;
    expect(await errorOf(call, ['error.order["orderState"]'])).toEqual([
      'WaitTimeout',
      'wait_timeout',
      'running',
    ]);
  });

  it('says within 5 s that a marketplace was never reached, and that there is no order', async () => {
    const env = { MKT_BASE_URL: world.closedUrl };
    // A clock that sleeps for nothing, so that the test takes no time.
    const clock = `now = [0.0]\ntime.monotonic = lambda: now[0]\ntime.sleep = lambda s: now.__setitem__(0, now[0] + s)\n`;
    const members = ['now[0] < 5', 'error.idempotency_key', 'str(error)'];
    const reason = `Cannot reach the marketplace at ${world.closedUrl}: [Errno 111] Connection refused. Is it running, and is base_url right?`;
    for (const [call, message] of [
      [`Client(retries=10).listing("echo")`, reason],
      [`Client(retries=10).wait("o")`, reason],
      [`Client(retries=10).activate("echo")`, `${reason} No order was placed.`],
      [`Client().run("echo")`, `${reason} No order was placed.`],
    ] as const) {
      const code = `${clock}try:\n  ${call}\nexcept ConnectionFailed as error:\n  print(json.dumps([${members.join(', ')}]))`;
      expect(JSON.parse(await python(code, env))).toEqual([true, null, message]);
    }
  });

  it('raises with the key when the activation may have arrived, and after a restart of the marketplace waits until the timeout', async () => {
    await using cut = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    const lost = `Client(base_url="${cut.url}").run("echo", idempotency_key="k-1", timeout=0.2)`;
    expect(await errorOf(lost, ['error.order', 'error.idempotency_key'])).toEqual([
      'WaitTimeout',
      'wait_timeout',
      null,
      'k-1',
    ]);
    const code = `
market = Client()
market.listing("echo")
now = [0.0]
time.monotonic = lambda: now[0]
time.sleep = lambda s: now.__setitem__(0, now[0] + s)
market.base_url = "${world.closedUrl}"
try: market.run("echo", timeout=30)
except ConnectionFailed as error: print(now[0] > 25, error.idempotency_key)`;
    expect(await python(code)).toBe('True None');
  });

  it('ends a response that trickles, and one that never comes, in time', async () => {
    await using trickle = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 50);
      socket.on('close', () => clearInterval(timer));
    });
    await using silent = await serveRaw(() => undefined);
    for (const { url } of [trickle, silent]) {
      const startedAt = performance.now();
      const call = `Client(base_url="${url}", timeout=0.4, retries=0).listing("echo")`;
      expect(await errorOf(call, [])).toEqual(['ConnectionFailed', 'timeout']);
      expect(performance.now() - startedAt).toBeLessThan(60_000);
    }
  });

  it('does not follow a redirect with the key, and refuses what is not from a marketplace', async () => {
    const visited: string[] = [];
    await using other = await serveHttp((request, response) => {
      visited.push(request.url ?? '');
      response.writeHead(request.url === '/v1/orders/html' ? 200 : 302, {
        location: '/elsewhere',
        'content-type': 'text/html',
      });
      response.end('<p>Welcome');
    });
    for (const [id, status] of [
      ['moved', 302],
      ['html', 200],
    ] as const) {
      const call = `Client(base_url="${other.url}").get("${id}")`;
      expect(await errorOf(call, ['error.status'])).toEqual([
        'InvalidResponse',
        'invalid_response',
        status,
      ]);
    }
    expect(visited).toEqual(['/v1/orders/moved', '/v1/orders/html']);
  });

  it('trusts no record: what is not an id, state, price or cursor is refused in one printable line', async () => {
    const ID = '0190c1f2-7a00-7000-8000-000000000001';
    const order = { id: ID, orderState: 'completed', result: 1, outputValid: true };
    const listing = { id: ID, slug: 'a-b', price: { amount: 1, unit: 'call', currency: 'USD' } };
    const hostile = '\u001b]0;x\u0007\u202e\u2028\r\nFORGED';
    const key = `mkt_${'A'.repeat(49)}`;
    const refused = { error: `No ${hostile} ${key}`, type: hostile, requestId: hostile };
    const cases: [call: string, status: number, body: unknown][] = [
      ['get', 200, order],
      ['get', 200, { ...order, id: '../../v1/api-keys' }],
      ['get', 200, { ...order, id: 7 }],
      ['get', 200, { ...order, orderState: 'lost' }],
      ['get', 200, { id: ID, orderState: 'completed' }],
      ['get', 200, { id: ID, orderState: 'failed', failure: 'x', errorMessage: 'No.' }],
      ['activate', 201, { ...order, outputErrors: 'x' }],
      ['run', 201, { id: `${ID}\n`, orderState: 'pending' }],
      ['run', 201, [order]],
      ['wait', 200, {}],
      ['orders', 200, { data: [order], nextCursor: null }],
      ['orders', 200, { data: [order, { id: 'x' }], nextCursor: null }],
      ['orders', 200, { data: order, nextCursor: null }],
      ['orders', 200, { data: [], nextCursor: '&view=summary' }],
      ['orders', 200, { data: [], nextCursor: 1 }],
      ['listing', 200, listing],
      ['listing', 200, { ...listing, slug: '../x' }],
      ['listing', 200, { ...listing, price: { amount: -1, currency: 'USD' } }],
      ['listing', 200, { ...listing, price: { amount: '1', currency: 'USD' } }],
      ['listings', 200, { data: [{ ...listing, price: null }], nextCursor: null }],
      ['get', 400, { ...refused, details: [{ path: hostile, message: hostile }, 7, {}] }],
      ['get', 500, { ...refused, details: 'x' }],
    ];
    await using liar = await serveHttp((request, response) => {
      request.resume();
      const [, status, body] = cases[Number(/^\/(\d+)\//.exec(request.url ?? '')?.[1])] ?? [];
      response.writeHead(status ?? 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    const code = `
for at, call in enumerate(json.loads(os.environ["CALLS"])):
  market = Client(base_url=os.environ["LIAR"] + "/" + str(at), retries=0)
  try:
    found = getattr(market, call)(*([] if call in ("orders", "listings") else ["x"]))
    found = list(found) if call in ("orders", "listings") else found
    print("accepted")
  except MktError as error: print(type(error).__name__, error.type, error, len(getattr(error, "details", [])))`;
    const calls = JSON.stringify(cases.map(([call]) => call));
    const lines = (await python(code, { LIAR: liar.url, CALLS: calls })).split('\n');
    expect(lines).toHaveLength(cases.length);
    for (const [at, line] of lines.entries()) {
      const [call, status, body] = cases[at] ?? [];
      const accepted = body === order || body === listing || (body as any)?.data?.[0] === order;
      const isWhole = accepted && (body as any).data?.length !== 2;
      const expected = isWhole
        ? 'accepted'
        : status === 400
          ? expect.stringMatching(/^ApiError unknown No .*FORGED mkt_\[redacted\] .*FORGED.* 1$/)
          : status === 500
            ? expect.stringMatching(/^ApiError unknown .* 0$/)
            : expect.stringMatching(
                /^InvalidResponse invalid_response (This is not a mkt|The address) /,
              );
      expect([call, line]).toEqual([call, expected]);
      expect(line).toMatch(/^[ -~]*$/);
    }
  });

  it.each([
    ['[[…', '['.repeat(200_000), ''],
    ['an integer of many digits', `{"n":${'9'.repeat(20_000)}}`, ''],
    ['an exponent of many digits', `{"n":1e${'9'.repeat(30)}}`, ''],
    ['a length that is no number', '{', 'x'],
  ])('refuses %s as an answer', async (_, text, length) => {
    await using server = await serveRaw((socket) => {
      socket.end(
        `HTTP/1.1 200 OK\r\n${length ? `content-length: ${length}\r\n` : ''}connection: close\r\n\r\n${text}`,
      );
    });
    const call = `Client(base_url="${server.url}", retries=0).get("x")`;
    expect((await errorOf(call, []))[0]).toBe('InvalidResponse');
  });

  it('refuses a malformed key and address, and names what a 404 did not find', async () => {
    const code = `
for call in (lambda: Client(api_key="mkt_x"), lambda: Client(base_url="http://127.0.0.1:1/v1/"), lambda: Client().run("ecko"), lambda: Client().get("01a2-x")):
  try: call()
  except (MktError, ValueError) as error: print(error)`;
    expect(await python(code)).toBe(
      [
        'The API key (MKT_API_KEY) is malformed. Copy it again, or create a new one.',
        'base_url (MKT_BASE_URL) must not end in /v1: the client adds it.',
        'Listing not found: ecko. Did you mean echo?',
        'Order not found. Asked for: 01a2-x.',
      ].join('\n'),
    );
  });

  it('refuses what JSON does not have before anything is sent, and says where it is', async () => {
    const code = `
import datetime
async def text(): return "x"
pending = text()
loop = []
loop.append(loop)
inputs = [pending, {"a": [pending]}, {"a": {1, 2}}, {"a": b"x"}, (n for n in [1]), text, {"a": float("nan")}, [Decimal("Infinity")], {"a": {1: 2}}, datetime.date.today(), object(), loop]
market = Client(base_url="${world.closedUrl}")
for each in inputs:
  try: market.run("echo", each)
  except (TypeError, ValueError) as error: print(error)
try: market.run("echo", {}, metadata={"job": {1}})
except TypeError as error: print(error)
pending.close()`;
    const other = 'pass a dict, list, str, int, float, Decimal, bool or None';
    expect(await python(code)).toBe(
      [
        'input is a coroutine: await it',
        'input.a[0] is a coroutine: await it',
        'input.a is a set: pass a list',
        'input.a is a bytes: pass a text, such as its base64',
        'input is a generator: pass a list',
        'input is a function: call it',
        'input.a is nan, which JSON does not have',
        'input[0] is Infinity, which JSON does not have',
        'The names of input.a are not all strings',
        'input is a date: pass its isoformat()',
        `input is an object: ${other}`,
        'The body contains itself, or is nested too deeply',
        'metadata.job is a set: pass a list',
      ]
        .map((line) => `${line}. Nothing was sent.`)
        .join('\n'),
    );
  });

  it('runs the programs of docs/buy/python.md, with the output that the page shows', async () => {
    await using service = await serve(textInsights(), { port: 0, host: '127.0.0.1' });
    const client = createClient({ baseUrl: world.baseUrl, apiKey: world.apiKey });
    await client.listings.importFromService(service.url);
    await world.reviewsIdle();
    const blocks = blocksOf(read('docs/buy/python.md'));
    const textsOf = (wanted: string) =>
      blocks.filter(({ language }) => language === wanted).map(({ text }) => text);
    const shown = textsOf('text');
    expect(shown.length).toBe(5);
    expect(`${await python(textsOf('python').join('\n'))}\n`).toBe(shown.join(''));
  });
});
