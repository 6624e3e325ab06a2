// SECURITY.md: a hostile schema is refused with the path, or decided in bounded time in another process.
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readJson } from '@mkt/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createSchemaValidation } from '../../src/schemas/validation.ts';
import { ACCEPTED, REFUSED } from './hostile-schemas.ts';

const validation = createSchemaValidation({ processes: 2 });
validation.warm();
afterAll(() => validation.close());

/** This thread serves everyone: a pattern or a traversal on it would take seconds. */
const BLOCKED_MS = 1_500;

async function withoutBlocking<Result>(work: () => Promise<Result>): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const result = await work();
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(BLOCKED_MS);
  return result;
}

async function inspect(schema: unknown, group = 'seller') {
  const { details } = await validation.inspect(schema, { path: '/runContract/inputSchema', group });
  return details;
}

function validate(schema: unknown, value: unknown, group: string) {
  const text = JSON.stringify(schema);
  return validation.validate({
    schemaHash: createHash('sha256').update(text).digest('hex'),
    loadSchema: () => Promise.resolve(text),
    document: readJson(JSON.stringify(value)),
    group,
  });
}

describe('a hostile schema', () => {
  it.for(REFUSED)('is refused, with the path: %s', async ([, schema]) => {
    const details = await withoutBlocking(() => inspect(schema));
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(10);
    for (const { path, message } of details) {
      expect(path).toMatch(/^\/runContract\/inputSchema/);
      expect(message).toMatch(/\S/);
      expect(message.length).toBeLessThan(500);
    }
  });

  it.for(ACCEPTED)('is accepted, and decided or timed out: %s', async ([name, schema, value]) => {
    expect(await inspect(schema)).toEqual([]);
    const outcome = await withoutBlocking(() => validate(schema, value, name));
    expect(['valid', 'invalid', 'timeout']).toContain(outcome.kind);
  });
});

describe('while hostile schemas run', () => {
  const GOOD = { type: 'string', pattern: '^[a-z]+$' };
  const SLOWEST = ACCEPTED.filter(([name]) => /level|three times|500 patterns/.test(name));

  it('other schemas are decided, and this thread is not blocked', async () => {
    await validate(GOOD, 'warm', 'good');
    const hostile = Promise.all(
      SLOWEST.map(([name, schema, value]) => validate(schema, value, name)),
    );
    const goods = await withoutBlocking(() =>
      Promise.all(Array.from({ length: 20 }, (_, n) => validate(GOOD, 'fine', `good ${n}`))),
    );
    expect(new Set(goods.map(({ kind }) => kind))).toEqual(new Set(['valid']));
    expect((await hostile).map(({ kind }) => kind)).toContain('timeout');
  });
});
