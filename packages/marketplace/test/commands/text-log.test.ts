import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { asText } from '../../src/commands/text-log.ts';
import { toDatabaseFailure } from '../../src/database/failure.ts';
import { createLog } from '../../src/server/log.ts';

interface Output {
  isTTY?: boolean;
  columns: number;
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[\d+m/g;

/** A log that is written there, and its lines without colours, which are checked on a real terminal. */
function open(output: Output) {
  const stream = Object.assign(new PassThrough(), output);
  const lines: string[] = [];
  stream.on('data', (text: Buffer) => {
    lines.push(...text.toString().replace(COLOURS, '').split('\n').slice(0, -1));
  });
  return { stream, lines, log: createLog('info', asText(stream)) };
}

const terminal = (columns: number): Output => ({ isTTY: true, columns });

describe('the log as text', () => {
  it('is a line with the time, a sign, the message and its fields', () => {
    const { lines, log } = open(terminal(120));
    log.info(
      { listingId: 'l-1', gracePeriodSeconds: 60, scopes: ['*'], by: null },
      'secret rotated',
    );
    log.warn({ note: 'two words' }, 'a request to /mcp was refused');
    log.error({}, 'chore failed');
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\dZ  /, ''))).toEqual([
      '· secret rotated  listingId=l-1 gracePeriodSeconds=60 scopes=["*"]',
      '! a request to /mcp was refused  note="two words"',
      '✖ chore failed',
    ]);
    const at = new Date().toISOString();
    expect(Math.abs(Date.parse(`${at.slice(0, 11)}${lines[0]?.slice(0, 9)}`) - Date.parse(at)))
      // Around midnight it may be the time of the day before.
      .toSatisfy((difference: number) => difference < 60_000 || difference > 86_000_000);
  });

  it('has the error, its causes and the place on lines of their own, which are not cut', () => {
    const { lines, log } = open(terminal(40));
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const err = new TypeError('the database cannot be reached from here', { cause });
    log.error({ err, kind: 'review' }, 'job failed');
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\dZ  ✖ job failed  kind=review$/),
      expect.stringMatching(
        /^ {13}TypeError: the database cannot be reached from here at .*text-log\.test\.ts:\d+:\d+\)?$/,
      ),
      expect.stringMatching(/^ {13}Error: connect ECONNREFUSED \(ECONNREFUSED\) at .+$/),
    ]);
  });

  it('says of a database error what it concerns', () => {
    const { lines, log } = open(terminal(80));
    const error = Object.assign(new Error('UNIQUE constraint failed: listing.slug'), {
      code: 'SQLITE_CONSTRAINT_UNIQUE',
    });
    log.error({ err: toDatabaseFailure(error, 'insertListing') }, 'chore failed');
    expect(lines[1]).toContain('operation=insertListing constraint=listing.slug');
  });

  it('shows every error of an aggregate', () => {
    const { lines, log } = open(terminal(80));
    log.error({ err: new AggregateError([new Error('first'), new Error('second')]) }, 'failed');
    expect(lines.slice(2).map((line) => line.trim().split(' at ')[0])).toEqual([
      'Error: first',
      'Error: second',
    ]);
  });

  it.each([20, 39, 40, 41, 80])('cuts the fields at the width of a terminal, %i', (columns) => {
    const { lines, log } = open(terminal(columns));
    log.info({ listingId: '0190c1f0-1111-7222-8333-444455556666' }, 'secret read');
    const [line = ''] = lines;
    expect(Array.from(line).length).toBeLessThanOrEqual(Math.max(columns, 24));
    expect(line).toContain('secret read');
    expect(line.endsWith('…')).toBe(columns > 26 && columns < 72);
  });

  it('is not cut in a file', () => {
    const { lines, log } = open({ columns: 20 });
    log.info({ listingId: '0190c1f0-1111-7222-8333-444455556666' }, 'secret read');
    expect(lines[0]).toMatch(/secret read {2}listingId=0190c1f0-1111-7222-8333-444455556666$/);
  });

  it('escapes what a terminal would act on', () => {
    const { lines, log } = open(terminal(200));
    const text = 'a\u001b[2Jb\nc\u202e';
    log.warn({ ['x\u0007']: text, err: new Error(text) }, 'odd');
    expect(lines).toHaveLength(2);
    // oxlint-disable-next-line no-control-regex
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/u);
    expect(lines.join('')).toContain(String.raw`a\u001b[2Jb\u000ac\u202e`);
  });

  it('redacts secrets, like the lines of JSON', () => {
    const { lines, log } = open(terminal(200));
    log.info({ apiKey: 'mkt_secret' }, 'odd');
    expect(lines[0]).toMatch(/apiKey=\[redacted\]$/);
  });

  it('uses the width that the terminal has by now', () => {
    const { stream, lines, log } = open(terminal(200));
    log.info({ listingId: 'l-1' }, 'secret read');
    stream.columns = 30;
    log.info({ listingId: 'l-1' }, 'secret read');
    expect(lines.map((line) => line.endsWith('…'))).toEqual([false, true]);
  });
});
