// What mkt publish and mkt listings edit print about an update.
import { describe, expect, it } from 'vitest';
import type { PastOrders, Refusals } from '../src/publish/assess-update.ts';
import { impactLines } from '../src/publish/show-impact.ts';
import { styleOf } from '../src/terminal/style.ts';

const plain = styleOf({ isTTY: false } as never, {}, false);

const refusals = (more: Partial<Refusals>): Refusals => ({
  checked: 1_000,
  refused: 0,
  buyers: 0,
  first: null,
  undecided: 0,
  ...more,
});

const linesOf = (pastOrders: Partial<PastOrders>) =>
  impactLines(
    {
      verdict: 'unknown',
      findings: [],
      pastOrders: { read: 1_000, stopped: null, inputs: null, results: null, ...pastOrders },
    },
    plain,
  ).slice(1);

describe('the findings of an update', () => {
  it('are ten at most, and counted', () => {
    const finding = (at: number) => ({
      path: '/runContract/inputSchema',
      severity: 'breaking' as const,
      message: `"member${at}" is now required.`,
    });
    const findings = Array.from({ length: 12 }, (_, at) => finding(at));
    const lines = impactLines({ verdict: 'breaking', findings, pastOrders: null }, plain);
    expect(lines).toHaveLength(12);
    expect(lines.slice(-2)).toEqual([
      '    breaking input: "member9" is now required.',
      '    and 2 more',
    ]);
  });

  it('say whether they are about the input or the result', () => {
    const finding = (path: string) => ({ path, severity: 'safe' as const, message: 'It changed.' });
    const paths = ['/runContract/inputSchema', '/runContract/outputSchema/type', '/price'];
    const lines = impactLines(
      { verdict: 'safe', findings: paths.map(finding), pastOrders: null },
      plain,
    );
    expect(lines.slice(1)).toEqual([
      '    safe     input: It changed.',
      '    safe     result: It changed.',
      '    safe     It changed.',
    ]);
  });
});

describe('past orders', () => {
  it.each<[string, Partial<PastOrders>, string[]]>([
    [
      'that are refused',
      {
        inputs: refusals({
          refused: 37,
          buyers: 4,
          first: { path: '/lang', message: 'is required' },
        }),
        results: refusals({
          checked: 988,
          refused: 1,
          first: { path: '', message: 'must be object' },
        }),
      },
      [
        '  ✖ past inputs   inputSchema refuses 37 of 1,000 inputs of 4 buyers, first at /lang: is required',
        '  ✖ past results  outputSchema refuses 1 of 988 results, first at the root: must be object',
      ],
    ],
    [
      'that are accepted, as far as they could be checked',
      { inputs: refusals({ checked: 999, undecided: 1 }), results: refusals({}) },
      [
        '  ! past inputs   inputSchema refuses none of 999 inputs; 1 input could not be checked in time',
        '  ✔ past results  outputSchema refuses none of 1,000 results',
      ],
    ],
    [
      'that say nothing about the change',
      { read: 3, results: refusals({ checked: 0 }) },
      ['  - past results  none could be checked'],
    ],
    [
      'that took too long',
      { read: 300, stopped: 'Checking stopped after 30 s.', inputs: refusals({ checked: 300 }) },
      [
        '  ✔ past inputs   inputSchema refuses none of 300 inputs',
        '  ! orders        only the newest 300 were checked: Checking stopped after 30 s.',
      ],
    ],
    [
      'that cannot be read',
      { read: 0, stopped: 'The key lacks a scope.', inputs: refusals({ checked: 0 }) },
      [
        '  - past inputs   none could be checked',
        '  ! orders        not checked: The key lacks a scope.',
      ],
    ],
    [
      'of which there are none',
      { read: 0, inputs: refusals({ checked: 0 }) },
      ['  - orders        there are none yet'],
    ],
  ])('%s', (_, pastOrders, lines) => {
    expect(linesOf(pastOrders)).toEqual(lines);
  });
});
