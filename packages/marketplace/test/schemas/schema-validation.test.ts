// docs/sell/listings.md#json-schemas and docs/buy/orders.md#what-is-checked-first: what is decided, where,
// and how fast.
import { createHash } from 'node:crypto';
import { InexactNumber, readJson } from '@mkt/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createSchemaValidation, type ValidationTask } from '../../src/schemas/validation.ts';

const validation = createSchemaValidation({ processes: 2 });
validation.warm();
afterAll(() => validation.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

function taskOf(schema: unknown, value: unknown, more: Partial<ValidationTask> = {}) {
  const text = JSON.stringify(schema);
  const loads = { count: 0 };
  const task: ValidationTask = {
    schemaHash: hashOf(text),
    loadSchema() {
      loads.count += 1;
      return Promise.resolve(text);
    },
    document: readJson(JSON.stringify(value)),
    group: hashOf(text),
    ...more,
  };
  return { task, loads };
}

const validate = (schema: unknown, value: unknown, more: Partial<ValidationTask> = {}) =>
  validation.validate(taskOf(schema, value, more).task);

const city = (n: number) => ({
  title: `unique ${n}`,
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' } },
});
/** No text matches it, and its plan is too large for the main thread. */
const LARGE = Object.fromEntries(
  Array.from({ length: 400 }, (_, n) => [`p${n}`, { pattern: `^[\\w.]{1,9}${'a'.repeat(60)}$` }]),
);
/** Validated only in schema processes. */
const code = (n: number) => ({
  title: `unique ${n}`,
  type: 'string',
  pattern: `^[a-z]{3}-${n}$`,
  properties: LARGE,
});

const branches = Array.from({ length: 100 }, (_, n) => ({ type: 'string', minLength: 100 - n }));
/**
 * Within every limit, but slow: three times over, each item matches the last of a hundred branches.
 */
const SLOW = {
  type: 'array',
  items: { allOf: Array.from({ length: 3 }, () => ({ anyOf: branches })) },
};
const SLOW_INPUT = Array.from({ length: 400_000 }, () => 'x');

describe.each([
  ['on the main thread', city(1), { city: 'Bern' }, {}],
  ['in a worker', code(1), 'abc-1', 'abc'],
])('a schema checked %s', (_, schema, good, bad) => {
  it('accepts a valid value, and reports what is wrong with an invalid one', async () => {
    expect(await validate(schema, good)).toEqual({ kind: 'valid' });
    const outcome = await validate(schema, bad);
    expect(outcome.kind).toBe('invalid');
    expect(outcome.kind === 'invalid' && outcome.details[0]).toMatchObject({
      path: expect.any(String),
      keyword: expect.any(String),
    });
  });

  it('is loaded once, by its hash', async () => {
    const own = { ...schema, description: 'loaded once' };
    const first = taskOf(own, good);
    await validation.validate(first.task);
    expect(first.loads.count).toBeGreaterThan(0);
    const second = taskOf(own, good);
    expect(await validation.validate(second.task)).toEqual({ kind: 'valid' });
    expect(second.loads.count).toBe(0);
  });

  it('a schema that the listing no longer has is reported as changed', async () => {
    const own = { ...schema, description: 'changed' };
    for (const now of [null, JSON.stringify({ ...own, description: 'another' })]) {
      const outcome = await validate(own, good, { loadSchema: () => Promise.resolve(now) });
      expect(outcome).toEqual({ kind: 'changed' });
    }
    expect(await validate(own, good)).toEqual({ kind: 'valid' });
  });

  it('a schema that cannot be loaded causes an error, not a verdict', async () => {
    const own = { ...schema, description: 'not loaded' };
    const loadSchema = () => Promise.reject(new Error('no database'));
    await expect(validate(own, good, { loadSchema })).rejects.toThrow('no database');
    expect(await validate(own, good)).toEqual({ kind: 'valid' });
  });

  it('handles names of prototype members like any other', async () => {
    const own = { type: 'object', required: ['toString', '__proto__'], ...pick(schema) };
    expect((await validate(own, {})).kind).toBe('invalid');
    const value: unknown = JSON.parse('{"toString":1,"__proto__":2}');
    expect(await validate(own, value)).toEqual({ kind: 'valid' });
  });
});

/** A schema that stays where it is validated. */
function pick(schema: object) {
  return 'pattern' in schema ? { properties: LARGE } : {};
}

describe('many schemas at once', () => {
  it('are all decided, however they share the workers', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        validate(code(100 + (n % 20)), n % 3 === 0 ? 'no' : `abc-${100 + (n % 20)}`),
      ),
    );
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(kinds.map((_, n) => (n % 3 === 0 ? 'invalid' : 'valid')));
  });

  it('do not wait for a slow one', async () => {
    const slow = validate(SLOW, SLOW_INPUT);
    const others = Promise.all(
      Array.from({ length: 5 }, (_, n) => validate(code(200 + n), `abc-${200 + n}`)),
    );
    expect(await Promise.race([slow.then(() => 'slow'), others.then(() => 'others')])).toBe(
      'others',
    );
    expect(await slow).toEqual({ kind: 'timeout' });
    expect(await validate(code(1), 'abc-1')).toEqual({ kind: 'valid' });
  });
});

describe('where a schema is applied', () => {
  /** Without processes, only the main thread can decide. */
  async function withoutProcesses(schema: unknown, ...inputs: unknown[]) {
    const own = createSchemaValidation({ processes: 1 });
    for (const input of inputs) await own.validate(taskOf(schema, input).task);
    await own.close();
    return (value: unknown) => own.validate(taskOf(schema, value).task);
  }

  it('is the main thread, once a process has compiled it', async () => {
    const decide = await withoutProcesses(city(300), { city: 'Bern' });
    expect(await decide({ city: 'Rome' })).toEqual({ kind: 'valid' });
    expect((await decide({})).kind).toBe('invalid');
  });

  it('is a process before that, and for a large plan', async () => {
    expect(await (await withoutProcesses(city(301)))({ city: 'Rome' })).toEqual({ kind: 'busy' });
    const decide = await withoutProcesses(code(301), 'abc-301', 'abc-301');
    expect(await decide('abc-301')).toEqual({ kind: 'busy' });
  });

  it('is the main thread even if the first input took too long', async () => {
    // This many branches are prepared over several calls.
    const quick = Array.from({ length: 8 }, () => ['x']);
    const slow = { ...SLOW, title: 'unique 302' };
    const decide = await withoutProcesses(slow, SLOW_INPUT, ...quick);
    expect(await decide(['y'])).toEqual({ kind: 'valid' });
  });
});

describe('a pattern that RE2 cannot run', () => {
  const PASSWORD = '^(?=.*\\d)(?!.*(.)\\1)[a-z\\d]{4,}$';
  const account = { type: 'object', properties: { password: { pattern: PASSWORD } } };

  it('is matched in a process, with the same verdict every time', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await validate(account, { password: 'abc1' })).toEqual({ kind: 'valid' });
      expect(await validate(account, { password: 'aab1' })).toEqual({
        kind: 'invalid',
        details: [
          { path: '/password', message: `must match pattern "${PASSWORD}"`, keyword: 'pattern' },
        ],
      });
    }
  });

  it('times out where it backtracks for too long, while the schemas of others are decided', async () => {
    const slow = { pattern: '^(?=((a|aa)+)\\1$)' };
    const timedOut = validate(slow, `${'a'.repeat(101)}b`);
    expect(await validate(city(400), { city: 'Oslo' })).toEqual({ kind: 'valid' });
    expect(await timedOut).toEqual({ kind: 'timeout' });
    expect(await validate(slow, 'aaaa')).toEqual({ kind: 'valid' });
  });
});

describe('an input', () => {
  it('an input that is large is decided in a worker', async () => {
    const schema = { type: 'object', properties: { text: { type: 'string', maxLength: 10 } } };
    const outcome = await validate(schema, { text: 'x'.repeat(600_000) });
    expect(outcome).toMatchObject({ kind: 'invalid', details: [{ path: '/text' }] });
  });
});

describe('an inexact number', () => {
  const rules = { type: 'array', maxItems: 3, uniqueItems: true };
  const items = { type: 'integer', maximum: 2 ** 53, not: { const: 2 ** 53 } };
  const here = (n: number) => ({ ...rules, items, title: `inexact ${n}` });
  const inWorker = (n: number) => ({ ...here(n), properties: LARGE });
  const number = (text: string) => new InexactNumber(text);

  it.each([
    ['over a maximum', [number('9007199254740993')], { path: '/0', keyword: 'maximum' }],
    ['below it, and no whole number', [number('9007199254740990.5')], { keyword: 'type' }],
    ['that equals an excluded value as a double', [number('9007199254740991.9999')], {}],
    ['beside another', [number('-1e30'), number('-9007199254740993')], undefined],
    ['that fits', [2 ** 53 - 1, number('-9007199254740993')], undefined],
    [
      'beside the same in other digits',
      [number('-9007199254740993'), number('-9007199254740993.0')],
      { keyword: 'uniqueItems' },
    ],
    [
      'beside a number that is equal as a double',
      [-(2 ** 53), number('-9007199254740993')],
      undefined,
    ],
  ])('is validated alike on the main thread and in a worker: %s', async (_, value, detail) => {
    for (const schema of [here(1), inWorker(1)]) {
      // Twice: first with the text of the schema, then once the process has it.
      for (let times = 0; times < 2; times++) {
        const outcome = await validate(schema, value);
        expect(outcome.kind).toBe(detail ? 'invalid' : 'valid');
        if (detail && outcome.kind === 'invalid') expect(outcome.details[0]).toMatchObject(detail);
      }
    }
  });

  it('among many goes to a worker, with the same verdict', async () => {
    const schema = { items: { maximum: 2 ** 53 }, title: 'many' };
    const fitting = Array.from({ length: 5_000 }, () => number('-9007199254740993'));
    expect(await validate(schema, [])).toEqual({ kind: 'valid' });
    expect(await validate(schema, fitting)).toEqual({ kind: 'valid' });
    expect(await validate(schema, [...fitting, number('9007199254740993')])).toMatchObject({
      kind: 'invalid',
      details: [{ path: '/5000', keyword: 'maximum' }],
    });
  });
});

describe('an inspection', () => {
  const context = { path: '/runContract/inputSchema', method: 'GET', group: 'user' } as const;
  const inspect = async (schema: unknown) => (await validation.inspect(schema, context)).details;

  it('accepts a valid schema without details', async () => {
    expect(await inspect(city(1))).toEqual([]);
  });

  for (const [what, schema] of [
    ['an unknown type', { type: 'text' }],
    ['a pattern that is none', { type: 'string', pattern: '(?<=a' }],
    ['an asynchronous schema', { $async: true, type: 'string' }],
    ['a reference to elsewhere', { $ref: 'https://elsewhere.example.com/schema' }],
    ['a reference to itself', { $ref: '#' }],
    ['an unknown dialect', { $schema: 'https://example.com/dialect' }],
  ] as const) {
    it(`refuses ${what}, with the path`, async () => {
      const details = await inspect(schema);
      expect(details.length).toBeGreaterThan(0);
      for (const { path } of details) expect(path).toMatch(/^\/runContract\/inputSchema/);
    });
  }

  it('reports what has no effect, and what cannot be sent as a query string', async () => {
    const schema = { type: 'object', nullable: true, properties: { a: { type: 'object' } } };
    const expected = {
      details: [],
      warnings: [{ code: 'unknown_keyword', path: '/runContract/inputSchema/nullable' }],
      queryProblems: [{ path: '/runContract/inputSchema/properties/a' }],
    };
    // The second result comes from the cache.
    expect(await validation.inspect(schema, context)).toMatchObject(expected);
    expect(await validation.inspect(schema, context)).toMatchObject(expected);
    const { queryProblems } = await validation.inspect(schema, { ...context, method: 'POST' });
    expect(queryProblems).toEqual([]);
  });

  it('accepts a number that a double cannot represent, unless it is too long', async () => {
    const maximum = (text: string) => ({ properties: { n: { maximum: new InexactNumber(text) } } });
    expect(await inspect(maximum('9007199254740993'))).toEqual([]);
    expect(await inspect(maximum('1e-1001'))).toMatchObject([
      { path: '/runContract/inputSchema/properties/n/maximum', keyword: 'precision' },
    ]);
  });

  it('refuses a schema that is nested too deeply, and keeps working', async () => {
    let deep: object = {};
    for (let n = 0; n < 2_000; n++) deep = { allOf: [deep] };
    expect((await inspect(deep)).length).toBeGreaterThan(0);
    expect(await inspect(city(1))).toEqual([]);
  });
});
