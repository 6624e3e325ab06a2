// docs/operate/monitor.md#logs: the lines that a server writes, and how many.
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { createMovableClock } from '../../src/server/outside.ts';

function openLog() {
  const clock = createMovableClock();
  const texts: string[] = [];
  const log = createLog('info', { write: (line) => void texts.push(line) }, clock.after);
  return { clock, log, texts, lines: () => texts.map((text) => JSON.parse(text)) };
}

const unavailable = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('a line of the log', () => {
  it('is JSON with a level and a time that people read', () => {
    const { log, lines } = openLog();
    log.info({ listingId: 'l-1' }, 'signing secret read');
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        pid: process.pid,
        hostname: expect.any(String),
        listingId: 'l-1',
        msg: 'signing secret read',
      },
    ]);
  });

  it('stays one line, whatever a caller sends', () => {
    const { log, texts, lines } = openLog();
    const hostile = 'a","level":"error"}\n{"msg":"b\u2028';
    log.info({ callerRequestId: hostile }, 'order failed', hostile);
    expect(texts.join('').trimEnd().split('\n')).toHaveLength(1);
    expect(lines()).toMatchObject([{ level: 'info', callerRequestId: hostile }]);
  });

  it('has the text of an error that a library reports as a plain object', () => {
    const { log, lines } = openLog();
    const { message, code, stack } = unavailable();
    log.error({ err: { message, code, stack, queue: 'review-provider' } }, 'the job queue failed');
    expect(lines()).toMatchObject([{ err: { message, code, stack } }]);
  });

  it('has no value of a row, even if the error is a plain object', () => {
    const { log, texts } = openLog();
    const err = { message: 'invalid input: "hunter2"', severity: 'ERROR', code: '22P02' };
    log.error({ err: { ...err, detail: 'hunter2' } }, 'the job queue failed');
    expect(texts.join('')).toContain('22P02');
    expect(texts.join('')).not.toContain('hunter2');
  });
});

describe('the same error', () => {
  it('is written once a second, with the number of the others and their ids', () => {
    const { clock, log, lines } = openLog();
    for (let n = 0; n < 50; n++) log.error({ err: unavailable(), orderId: `o-${n}` }, 'not stored');
    expect(lines()).toMatchObject([{ orderId: 'o-0', err: { code: 'ECONNREFUSED' } }]);
    clock.move(1_000);
    expect(lines()).toHaveLength(2);
    const [, summary] = lines();
    expect(summary).toMatchObject({
      msg: 'not stored',
      repeated: 49,
      err: { code: 'ECONNREFUSED' },
    });
    expect(summary.orderIds).toEqual(Array.from({ length: 49 }, (_, n) => `o-${n + 1}`));
    expect(summary.err.stack).toBeUndefined();
    log.error({ err: unavailable(), orderId: 'o-50' }, 'not stored');
    expect(lines()).toHaveLength(2);
    clock.move(1_000);
    expect(lines()[2]).toMatchObject({ repeated: 1, orderId: 'o-50' });
    clock.move(1_000);
    log.error({ err: unavailable(), orderId: 'o-51' }, 'not stored');
    expect(lines()[3]).toMatchObject({ orderId: 'o-51' });
  });

  it('does not hide another one', () => {
    const { log, lines } = openLog();
    log.error({ err: unavailable() }, 'not stored');
    log.error({ err: new TypeError('x is not a function') }, 'not stored');
    log.warn({ type: 'overloaded' }, 'request refused');
    log.warn({ type: 'storage_unavailable' }, 'request refused');
    expect(lines()).toHaveLength(4);
  });

  it('is counted at the end of the process too', () => {
    const { log, lines } = openLog();
    for (let n = 0; n < 3; n++) log.error({ err: unavailable() }, 'not stored');
    log.flush();
    expect(lines().map(({ repeated }) => repeated)).toEqual([undefined, 2]);
  });
});

describe('lines that are alike', () => {
  it('are written ten times a second, then once with their number, the first id and the last', () => {
    const { clock, log, lines } = openLog();
    for (let n = 0; n < 100; n++) log.info({ orderId: `o-${n}` }, 'order failed', 'l-1 timeout');
    log.info({ orderId: 'p-0' }, 'order failed', 'l-2 timeout');
    expect(lines().map(({ orderId }) => orderId)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `o-${n}`),
      'p-0',
    ]);
    clock.move(1_000);
    expect(lines().slice(11)).toMatchObject([{ repeated: 90, orderIds: ['o-10', 'o-99'] }]);
  });

  it('take bounded memory and lines, however many kinds there are', () => {
    const { clock, log, lines } = openLog();
    for (let n = 0; n < 5_000; n++) log.info({ orderId: `o-${n}` }, 'order failed', `l-${n}`);
    expect(lines().length).toBeLessThan(300);
    clock.move(1_000);
    expect(lines().length).toBeLessThan(300);
    expect(lines().at(-1)).toMatchObject({
      msg: 'log lines of various kinds were left out; this has the fields of the last one',
      repeated: expect.any(Number),
      orderIds: [expect.any(String), 'o-4999'],
    });
  });
});
