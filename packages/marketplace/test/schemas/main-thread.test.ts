// docs/adr/0008-schemas-are-interpreted.md: what is decided on the main thread, and what is not.
import { planSchema } from '@mkt/json-schema';
import { InexactNumber, readJson } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  createMainThread,
  createPlanMessage,
  warmMainThread,
} from '../../src/schemas/main-thread.ts';

function planOf(schema: unknown) {
  const planned = planSchema(schema);
  if (!planned.ok) throw new Error(`Refused: ${JSON.stringify(planned.details)}`);
  return createPlanMessage(planned.plan);
}

function threadWith(schema: unknown, nowMs = () => 0) {
  const thread = createMainThread(nowMs);
  thread.add('hash', planOf(schema));
  return (value: unknown) =>
    thread.validate({ schemaHash: 'hash', document: readJson(JSON.stringify(value)) });
}

/** Refuses every list, and looks at each item fifty times for that. */
const WORK = { not: { items: { allOf: Array.from({ length: 50 }, (_, n) => ({ minimum: -n })) } } };
const list = (items: number) => Array.from({ length: items }, () => 1);
const inexact = (text: string) => new InexactNumber(text);
const MINUTE = 60_000;

describe('the main thread', () => {
  it('validates an ordinary input against an ordinary schema', () => {
    const validate = threadWith({
      type: 'object',
      properties: { sku: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' } },
      required: ['sku'],
    });
    expect(validate({ sku: 'AB-1234' })).toEqual([]);
    expect(validate({})).toMatchObject([{ path: '/sku', keyword: 'required' }]);
  });

  it('does not decide without the plan of the schema', () => {
    const thread = createMainThread(() => 0);
    expect(thread.validate({ schemaHash: 'other', document: readJson('1') })).toBeUndefined();
  });

  it('warms up without an error', async () => {
    await expect(warmMainThread()).resolves.toBeUndefined();
  });

  it('leaves an input of more than 128 KiB to a worker', () => {
    const validate = threadWith({ type: 'string' });
    expect(validate('x'.repeat(128 * 1024 - 2))).toEqual([]);
    expect(validate('x'.repeat(128 * 1024))).toBeUndefined();
  });

  it('compares numbers as they were written', () => {
    const validate = threadWith({ items: { maximum: 2 ** 53 } });
    const [over, under] = ['9007199254740993', '-9007199254740993'].map(inexact);
    expect(validate([under, over])).toMatchObject([{ path: '/1', keyword: 'maximum' }]);
    expect(validate([under, under])).toEqual([]);
  });

  it('compares with the numbers of the schema as they were written', () => {
    const validate = threadWith({ items: { maximum: inexact('9007199254740993') } });
    expect(validate([inexact('9007199254740993')])).toEqual([]);
    expect(validate([9007199254740994])).toMatchObject([
      { message: 'must be <= 9007199254740993' },
    ]);
  });

  it('leaves an inexact number to a worker if the input has more than 8 KiB', () => {
    const validate = threadWith({ type: 'array' });
    const [double, other] = [0.30000000000000004, inexact('0.30000000000000005')];
    const vector = Array.from({ length: 1_536 }, () => double);
    expect(validate(vector)).toEqual([]);
    expect(validate([...vector, other])).toBeUndefined();
    expect(validate([...vector.slice(0, 300), other])).toEqual([]);
    // That is no reason to distrust the schema.
    expect(validate(vector)).toEqual([]);
  });

  it('leaves an input to a worker if looking for inexact numbers takes too long', () => {
    // Half a millisecond per slice of work.
    let nowMs = 0;
    const validate = threadWith({ type: 'array' }, () => (nowMs += 0.5));
    const vector = (length: number) => Array.from({ length }, () => 0.30000000000000004);
    expect(validate(vector(20))).toEqual([]);
    expect(validate(vector(1_000))).toBeUndefined();
  });

  it('does not run a large plan', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `p${n}`,
        { pattern: `^[\\w.]{1,9}${'a'.repeat(60)}$` },
      ]),
    );
    expect(threadWith({ properties })({})).toBeUndefined();
  });

  it('does not run a plan with a pattern that RE2 cannot run, whether an input needs it or not', () => {
    for (const schema of [
      { items: { pattern: '^(?=a)' } },
      { items: { patternProperties: { '(b)\\1': {} } } },
    ]) {
      expect(threadWith(schema)([])).toBeUndefined();
      expect(threadWith(schema)(['a', { bb: 1 }])).toBeUndefined();
    }
  });

  it('runs only a small plan if its constants have names with escapes', () => {
    const planWith = (count: number) =>
      threadWith({
        enum: Array.from({ length: count }, (_, n) => ({ '\n': `${n} ${'x'.repeat(20)}` })),
      });
    expect(planWith(300)({ '\n': '' })).toHaveLength(1);
    expect(planWith(900)({ '\n': '' })).toBeUndefined();
  });

  it('gives up on an expensive input, and still decides a cheap one', () => {
    const validate = threadWith(WORK);
    expect(validate(list(3))).toHaveLength(1);
    expect(validate(list(3_000))).toBeUndefined();
    expect(validate(list(3))).toHaveLength(1);
  });

  it('continues after the whole process was suspended', () => {
    let nowMs = 0;
    let calls = 0;
    let suspendedMs = 0;
    // The system suspends the process once during each validation, for 20 ms.
    const validate = threadWith(WORK, () => (nowMs += calls++ % 2 === 0 ? 0 : suspendedMs));
    // Everything is prepared first.
    expect(validate(list(3))).toHaveLength(1);
    suspendedMs = 20;
    for (let call = 0; call < 10; call++) expect(validate(list(3))).toHaveLength(1);
  });

  it('tolerates being late now and then', () => {
    let nowMs = 0;
    let stepMs = 0;
    const validate = threadWith(WORK, () => (nowMs += stepMs));
    expect(validate(list(3))).toHaveLength(1);
    for (const late of [1, 2]) {
      stepMs = 10;
      expect(validate(list(3)), `late for the ${late}. time`).toBeUndefined();
      stepMs = 0;
      expect(validate(list(3))).toHaveLength(1);
    }
    // Late every time is too slow: then even a cheap input goes to a worker for a minute.
    stepMs = 10;
    for (let call = 0; call < 3; call++) expect(validate(list(3))).toBeUndefined();
    stepMs = 0;
    expect(validate(list(3))).toBeUndefined();
    nowMs += MINUTE + 1;
    expect(validate(list(3))).toHaveLength(1);
  });

  it('does not try an input of that size again for a minute', () => {
    let nowMs = 0;
    const validate = threadWith(WORK, () => nowMs);
    const cheap = ['x'.repeat(4_000)];
    expect(validate(cheap)).toHaveLength(1);
    expect(validate(list(3))).toHaveLength(1);
    // Everything is prepared now, so giving up means distrust.
    expect(validate(list(3_000))).toBeUndefined();
    expect(validate(cheap)).toBeUndefined();
    nowMs = MINUTE + 1;
    expect(validate(cheap)).toHaveLength(1);
  });

  it('prepares a large schema over several calls', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `p${n}`,
        { type: 'string', maxLength: 9, enum: ['a'] },
      ]),
    );
    // Half a millisecond per slice of work.
    let nowMs = 0;
    const validate = threadWith({ properties }, () => (nowMs += 0.5));
    const value = Object.fromEntries(Object.keys(properties).map((name) => [name, 'a']));
    let calls = 1;
    while (!validate(value)) calls += 1;
    expect(calls).toBeGreaterThan(1);
    expect(validate(value)).toEqual([]);
  });
});
