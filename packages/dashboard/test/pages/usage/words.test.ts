import type { Usage } from '@mkt/client';
import { expect, it, test } from 'vitest';
import {
  monthsUntil,
  outcomesInWords,
  periodRange,
  rangeBefore,
  readUsage,
  rowsIn,
  spendInWords,
  statementCsv,
  writeUsage,
} from '../../../src/pages/usage/words.ts';

/** The last evening of a month, before midnight in UTC. */
const NOW = Date.parse('2026-03-31T22:30:00.000Z');

test.each([
  ['7d', '2026-03-25', '2026-04-01'],
  ['30d', '2026-03-02', '2026-04-01'],
  ['month', '2026-03-01', '2026-04-01'],
  ['last-month', '2026-02-01', '2026-03-01'],
] as const)('the period %s has whole days of UTC, from %s to %s', (period, from, to) => {
  expect(periodRange(period, NOW)).toEqual({
    from: `${from}T00:00:00.000Z`,
    to: `${to}T00:00:00.000Z`,
  });
});

test.each([
  ['7d', '2026-03-18', '2026-03-25'],
  ['365d', '2024-04-01', '2025-04-01'],
  ['last-month', '2026-01-01', '2026-02-01'],
  // February has no 29th to 31st.
  ['month', '2026-02-01', '2026-03-01'],
] as const)('the period %s is compared with the days from %s to %s', (period, from, to) => {
  expect(rangeBefore(period, NOW)).toEqual({
    from: `${from}T00:00:00.000Z`,
    to: `${to}T00:00:00.000Z`,
  });
  expect(rangeBefore('month', Date.parse('2026-03-04T12:00:00.000Z')).to).toBe(
    '2026-02-05T00:00:00.000Z',
  );
});

it('there are statements for two years, the month that is not over included', () => {
  const months = monthsUntil(NOW);
  expect(months.length).toBe(24);
  expect(months[0]).toEqual({
    value: '2026-03',
    label: 'March 2026',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    isCurrent: true,
  });
  expect([months[1]?.value, months[3]?.value, months.at(-1)?.value]).toEqual([
    '2026-02',
    '2025-12',
    '2024-04',
  ]);
});

test.each(['', 'period=7d&by=day&currency=EUR&key=none', 'listing=rates'])(
  'the address ?%s stays as it is',
  (search) => {
    expect(writeUsage(readUsage(new URLSearchParams(search))).toString()).toBe(search);
  },
);

test.each(['period=1y', 'by=hour', 'key=ci', 'other=1'])(
  'values of ?%s that are not valid are left out',
  (search) => {
    expect(writeUsage(readUsage(new URLSearchParams(search))).toString()).toBe('');
  },
);

const RANGE = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
const NOTHING = { calls: 0, completed: 0, failed: 0, failures: {}, spend: [] };
const SOME = {
  calls: 3,
  completed: 2,
  failed: 1,
  failures: { timeout: 1 },
  spend: [
    { currency: 'EUR', amount: 0.005 },
    { currency: 'USD', amount: 0.02 },
  ],
};
const ID = '0190c1f2-7a00-7000-8000-000000000001';
const DAYS: Usage = {
  ...RANGE,
  by: 'day',
  totals: SOME,
  data: [
    { day: '2026-03-01', ...NOTHING },
    { day: '2026-03-02', ...SOME },
  ],
};

it('a statement has a row for the total, each listing, key and day with a call, and no formula', () => {
  const listing: Usage = {
    ...RANGE,
    by: 'listing',
    totals: SOME,
    data: [{ listingId: ID, slug: 'a-b', title: '=1+1', ...SOME }],
  };
  const key: Usage = {
    ...RANGE,
    by: 'key',
    totals: SOME,
    data: [{ keyId: null, keyName: null, ...SOME }],
  };
  expect(statementCsv({ listing, key, day: DAYS }).split('\r\n')).toEqual([
    'part,id,name,calls,completed,failed,spend EUR,spend USD',
    'total,,,3,2,1,0.005,0.02',
    `listing,${ID},"'=1+1",3,2,1,0.005,0.02`,
    'key,none,Dashboard,3,2,1,0.005,0.02',
    'day,2026-03-02,2 Mar 2026,3,2,1,0.005,0.02',
    '',
  ]);
});

it('the chart of spending is read aloud with its total and its highest day', () => {
  expect(spendInWords(DAYS, 'USD')).toBe(
    'Spend per day: $0.02 in 2 days, at most $0.02 on 2 Mar 2026',
  );
});

it('a table has every row, the highest spend in the chosen currency first', () => {
  const row = (listingId: string, calls: number, ...spend: Usage['totals']['spend']) =>
    ({ listingId, calls, spend }) as Usage['data'][number];
  const euros = (amount: number) => ({ currency: 'EUR', amount });
  const dollars = { currency: 'USD', amount: 9 };
  const data = [
    row('busy', 9, dollars),
    row('free', 5),
    row('a', 3, euros(1)),
    row('b', 2, euros(2), dollars),
  ];
  const idsIn = (currency: string, spend: Usage['totals']['spend']) =>
    rowsIn({ by: 'listing', data, totals: { spend } } as Usage, currency).map(
      (each) => each.listingId,
    );
  expect(idsIn('EUR', [dollars, euros(3)])).toEqual(['b', 'a', 'busy', 'free']);
  expect(idsIn('USD', [dollars, euros(3)])).toEqual(['busy', 'b', 'free', 'a']);
  expect(idsIn('EUR', [euros(3)])).toEqual(['busy', 'free', 'a', 'b']);
});

it('the outcomes of calls say that failed ones cost nothing, if there are any', () => {
  expect(outcomesInWords({ completed: 1_454, failed: 6 })).toBe('1,454 completed, 6 failed (free)');
  expect(outcomesInWords({ completed: 1, failed: 0 })).toBe('1 completed');
});
