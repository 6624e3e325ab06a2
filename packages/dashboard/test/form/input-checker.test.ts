import { describe, expect, it } from 'vitest';
import { checkInput } from '../../src/form/check-input.ts';
import { createInputChecker, type CheckWorker } from '../../src/form/input-checker.ts';
import { processorMs } from '../../../../test-bed/processor-time.ts';

const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 }, id: { maximum: 10, type: 'integer' } },
});

const problems = (input?: string, schema = SCHEMA) => checkInput({ id: 1, schema, input });

describe('the check of an input', () => {
  it('finds what the marketplace would find', () => {
    expect(problems('{"text":"a"}')).toEqual([]);
    expect(problems('{}')).toMatchObject([{ path: '/text', message: 'is required' }]);
    expect(problems('{"text":"a","id":9007199254740993}')).toMatchObject([{ path: '/id' }]);
    expect(problems('{"text":"a","text":"b"}')).toMatchObject([{ path: '' }]);
  });

  it('without an input finds what is wrong with the schema', () => {
    expect(problems(undefined, '{"type":"integre"}')).toMatchObject([{ path: '/type' }]);
    expect(problems(undefined)).toEqual([]);
  });

  it('leaves to the marketplace what it cannot read', () => {
    expect(problems('{}', '{"type":"integre"}')).toBeUndefined();
  });

  it('leaves to the marketplace what depends on a pattern that RE2 cannot run', () => {
    const schema = '{"properties":{"a":{"pattern":"^(?!b)"},"c":{"type":"null"}}}';
    expect(problems('{"a":"b"}', schema)).toBeUndefined();
    expect(problems('{"a":"b","c":1}', schema)).toMatchObject([{ path: '/c' }]);
    expect(problems('{}', schema)).toEqual([]);
  });

  it('ends when it takes too long', () => {
    const slow = JSON.stringify({ items: { items: { uniqueItems: true, contains: { not: {} } } } });
    const rows = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 300 }, (__, column) => ({ a: [row, column, { b: row * column }] })),
    );
    const startedMs = processorMs();
    problems(JSON.stringify(rows), slow);
    expect(processorMs() - startedMs).toBeLessThan(3_000);
  });
});

/** A worker that never replies: its thread is busy. */
function busyWorker() {
  const worker: CheckWorker & { isEnded: boolean } = {
    isEnded: false,
    addEventListener: () => undefined,
    postMessage: () => undefined,
    terminate() {
      worker.isEnded = true;
    },
  };
  return worker;
}

describe('a check in a worker that takes too long', () => {
  it('ends the worker, and leaves the decision to the marketplace', async () => {
    const opened: ReturnType<typeof busyWorker>[] = [];
    const checker = createInputChecker(() => {
      opened.push(busyWorker());
      return opened.at(-1)!;
    }, 20);
    expect(await checker.check(SCHEMA, '{}')).toBeUndefined();
    expect(opened.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('is not tried again with the same schema', async () => {
    let opened = 0;
    const checker = createInputChecker(() => {
      opened += 1;
      return busyWorker();
    }, 20);
    await checker.check(SCHEMA, '{}');
    expect(await checker.check(SCHEMA, '{"text":"a"}')).toBeUndefined();
    expect(opened).toBe(1);
  });
});
