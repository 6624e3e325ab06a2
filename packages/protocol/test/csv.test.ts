import { usageCsv } from '@mkt/protocol/csv';
import { describe, expect, it } from 'vitest';

const COUNTS = { calls: 1, completed: 1, failed: 0, failures: {}, spend: [] };
const ID = '0190c1f2-7a00-7000-8000-000000000001';

/** The row of a listing with this title, without its id, slug and counts. */
function cellOf(title: string): string | undefined {
  const at = '2026-11-01T00:00:00.000Z';
  const row = { listingId: ID, slug: 'a-b', title, ...COUNTS };
  const csv = usageCsv({ from: at, to: at, by: 'listing', totals: COUNTS, data: [row] });
  const start = `listingId,slug,title,calls,completed,failed\r\n${ID},a-b,`;
  expect(csv.startsWith(start)).toBe(true);
  return csv.slice(start.length).replace(/,1,1,0\r\n$/, '');
}

describe('the title of a listing as a cell', () => {
  it.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['-2+3', `"'-2+3"`],
    [' @sum', `"' @sum"`],
    ['＝1+1', `"'＝1+1"`],
    ['＠x', `"'＠x"`],
    ['total;+1;=cmd', `"total;'+1;'=cmd"`],
    ['a|－1', `"a|'－1"`],
    ['a\t=1', `"a\t'=1"`],
    ['a\r\n"=1', `"a\r'\n'""=1"`],
  ])('is no formula, wherever cells are separated: %j', (title, cell) => {
    expect(cellOf(title)).toBe(cell);
  });

  it.each([
    ['Text insights', 'Text insights'],
    ['Rates, "live" – a=b', '"Rates, ""live"" – a=b"'],
    ['one; two', '"one; two"'],
  ])('is otherwise as it is: %j', (title, cell) => {
    expect(cellOf(title)).toBe(cell);
  });
});
