// https://www.w3.org/TR/trace-context/: which headers name a trace, and what is passed on of them.
import { LIMITS } from '@mkt/protocol';
import { readTrace } from '@mkt/protocol/trace';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test-bed/processor-time.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`;

describe('a traceparent', () => {
  it('names the trace, the span of the sender, and whether it is recorded', () => {
    expect(readTrace(TRACEPARENT, undefined)).toEqual({
      traceparent: TRACEPARENT,
      tracestate: undefined,
      traceId: TRACE_ID,
      parentId: PARENT_ID,
      sampled: true,
    });
    expect(readTrace(`00-${TRACE_ID}-${PARENT_ID}-00`, null)?.sampled).toBe(false);
  });

  it.each([
    ['no value', ''],
    ['a text', 'trace'],
    ['upper case', TRACEPARENT.toUpperCase()],
    ['a digit too many', `${TRACEPARENT}0`],
    ['a digit too few', TRACEPARENT.slice(0, -1)],
    ['another separator', TRACEPARENT.replaceAll('-', '_')],
    ['letters beyond f', TRACEPARENT.replace('4bf', 'xyz')],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
    ['a parent id of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['the version ff', TRACEPARENT.replace('00-', 'ff-')],
    ['version 00 with more fields', `${TRACEPARENT}-what`],
    ['a control character', `${TRACEPARENT}\u0000`],
    ['only a comma', ','],
  ])('with %s is ignored', (_, value) => {
    expect(readTrace(value, 'vendor=1')).toBeUndefined();
  });

  it('of a newer version is read and passed on as version 00', () => {
    for (const more of ['', '-more', '-with spaces']) {
      const given = `cc-${TRACE_ID}-${PARENT_ID}-09${more}`;
      expect(readTrace(given, undefined)?.traceparent).toBe(TRACEPARENT);
    }
    expect(readTrace(`cc-${TRACE_ID}-${PARENT_ID}-01more`, undefined)).toBeUndefined();
  });

  it('loses the flags that its version does not define', () => {
    const passedOn = (flags: string) =>
      readTrace(`00-${TRACE_ID}-${PARENT_ID}-${flags}`, undefined)?.traceparent.slice(-2);
    expect(['00', '01', '02', '03', 'ff', 'f8'].map(passedOn)).toEqual([
      '00',
      '01',
      '02',
      '03',
      '03',
      '00',
    ]);
  });

  it('that is repeated counts if every one is of the same trace: then it is the last', () => {
    const inner = `00-${TRACE_ID}-${'b'.repeat(16)}-01`;
    const other = `00-${'c'.repeat(32)}-${PARENT_ID}-01`;
    expect(readTrace(`${TRACEPARENT}, ${inner}`, undefined)?.traceparent).toBe(inner);
    expect(readTrace([TRACEPARENT, inner], undefined)?.traceparent).toBe(inner);
    expect(readTrace(`${TRACEPARENT}, ${other}`, undefined)).toBeUndefined();
    expect(readTrace(`${TRACEPARENT}, junk`, undefined)).toBeUndefined();
  });
});

describe('a tracestate', () => {
  const kept = (tracestate: string | string[]) => readTrace(TRACEPARENT, tracestate)?.tracestate;

  it('is passed on as it is, without the blanks around its members', () => {
    expect(kept('vendor=a b;c:1')).toBe('vendor=a b;c:1');
    expect(kept('one=1 ,\tt61rcw@two=2,,')).toBe('one=1,t61rcw@two=2');
    expect(kept(['one=1', 'two=2'])).toBe('one=1,two=2');
  });

  it.each([
    ['a key in upper case', 'Vendor=1'],
    ['no key', '=1'],
    ['no value', 'vendor'],
    ['two equals signs', 'vendor=1=2'],
    ['a letter that is not ASCII', 'vendor=ü'],
    ['a control character', 'vendor=a\u0007b'],
    ['33 members', Array.from({ length: 33 }, (_, n) => `v${n}=1`).join(',')],
    ['a value of 257 characters', `vendor=${'x'.repeat(257)}`],
  ])('with %s is ignored, and the traceparent still counts', (_, value) => {
    expect(readTrace(TRACEPARENT, value)).toMatchObject({
      tracestate: undefined,
      traceId: TRACE_ID,
    });
  });

  it(`is passed on up to ${LIMITS.tracestateLength} characters, in whole members`, () => {
    const long = `long=${'x'.repeat(250)}`;
    expect(kept(`one=1,${long},other-${long},two=2`)).toBe(`one=1,${long},two=2`);
    expect(kept(`${long},${long.replace('long', 'next')}`)?.length).toBeLessThanOrEqual(512);
  });
});

it('is read from headers of 16 KB within milliseconds', () => {
  const repeated = `${TRACEPARENT},`.repeat(290);
  const almost = `cc-${TRACE_ID}-${PARENT_ID}-01-${'-'.repeat(16_000)}`;
  const state = `vendor=${'='.repeat(16_000)}`;
  const spentMs = cpuMs(() => {
    for (let n = 0; n < 50; n++) {
      readTrace(repeated, state);
      readTrace(almost, ','.repeat(16_000));
    }
  });
  expect(spentMs).toBeLessThan(500);
});
