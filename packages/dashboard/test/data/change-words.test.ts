import { describe, expect, it } from 'vitest';
import { findingInWords, historyInWords, priceInWords } from '../../src/data/change-words.ts';

const PRICE = { amount: 0.05, currency: 'USD', unit: 'call' };

type Severity = 'breaking' | 'unknown' | 'safe';

interface Parts {
  changes: [path: string, from: unknown, to: unknown][];
  findings?: [path: string, message: string, severity?: Severity][];
  verdict?: 'same' | 'safe' | 'breaking' | 'unknown';
  revision?: number;
}

const entry = ({ changes, findings = [], verdict = 'same', revision = 1 }: Parts) => ({
  revision,
  at: '2026-11-26T12:00:00Z',
  verdict,
  changes: changes.map(([path, from, to]) => ({ path, from, to })),
  findings: findings.map(([path, message, severity = 'breaking' as const]) => ({
    path,
    message,
    severity,
  })),
});

const shownOf = (parts: Parts) => historyInWords([entry(parts)], PRICE)[0]?.lines;
const linesOf = (parts: Parts) => shownOf(parts)?.map(({ says }) => says);

describe('a change to a listing in words', () => {
  it.each<[Parts['changes'], string[]]>([
    [[['/listingState', 'draft', 'published']], ['Published']],
    [[['/listingState', 'paused', 'published']], ['Resumed']],
    [[['/listingState', 'published', 'archived']], ['Archived']],
    [[['/description', 'a', 'b']], ['Description changed']],
    [[['/description', null, 'b']], ['Description added']],
    [[['/tags', ['a'], null]], ['Tags removed']],
    [[['/title', 'Old', 'New']], ['Title changed from “Old” to “New”']],
    [[['/title', 'x'.repeat(200), 'New']], ['Title changed']],
    [[['/price/amount', 0.02, 0.05]], ['Price raised from $0.02 to $0.05 per call']],
    [[['/price/amount', 0, 0.05]], ['Price raised from Free to $0.05 per call']],
    [[['/price/amount', 1, 0.05]], ['Price lowered from $1.00 to $0.05 per call']],
    [
      [
        ['/title', null, 'New'],
        ['/price/amount', null, 0.05],
        ['/listingState', null, 'draft'],
      ],
      ['Created'],
    ],
  ])('%j is %j', (changes, lines) => {
    expect(linesOf({ changes })).toEqual(lines);
  });

  it('says what differs in a schema, and that it differs only if nothing else is known', () => {
    const changes: Parts['changes'] = [['/runContract/inputSchema', {}, { required: ['a'] }]];
    expect(linesOf({ changes })).toEqual(['Input schema changed']);
    const findings: Parts['findings'] = [
      ['/runContract/inputSchema/required', '“a” is now required.'],
    ];
    expect(linesOf({ changes, findings })).toEqual(['Input: “a” is now required']);
  });

  it('shows what a text was and is where it differs', () => {
    const was = 'Counts words and sentences of a text, and rates how readable it is.';
    const is = 'Counts words and sentences of a text, and names its keywords.';
    expect(shownOf({ changes: [['/description', was, is]] })).toEqual([
      {
        says: 'Description changed',
        from: '… and rates how readable it is.',
        to: '… and names its keywords.',
      },
    ]);
    expect(shownOf({ changes: [['/tags', ['text'], ['text', 'language']]] })).toEqual([
      { says: 'Tags changed', from: 'text', to: 'text, language' },
    ]);
    const [shortened] = historyInWords(
      [
        {
          ...entry({ changes: [] }),
          changes: [
            {
              path: '/description',
              from: 'a',
              to: 'b',
              shortened: ['from' as const, 'to' as const],
            },
          ],
        },
      ],
      PRICE,
    );
    expect(shortened?.lines).toEqual([{ says: 'Description changed' }]);
    const [long] = shownOf({ changes: [['/description', 'a', 'word '.repeat(400)]] }) ?? [];
    expect(long?.to).toHaveLength(242);
  });

  it('says what became of the fields of a schema, unless the marketplace has said it', () => {
    const language = { type: 'string', enum: ['en', 'de'] };
    const from = { properties: { text: {}, language, strict: {} }, required: ['text'] };
    const to = {
      properties: { text: {}, language: { type: 'string', enum: ['en', 'de', 'fr'] }, top: {} },
      required: ['text', 'language'],
    };
    const input: Parts['changes'] = [['/runContract/inputSchema', from, to]];
    expect(shownOf({ changes: input })).toEqual([
      { says: 'Input: “top” added, optional' },
      { says: 'Input: “strict” removed' },
      { says: 'Input: “language” is now required' },
      {
        says: 'Input: “language” changed',
        from: 'enum ["en","de"]',
        to: 'enum ["en","de","fr"]',
      },
    ]);
    const findings: Parts['findings'] = [
      ['/runContract/inputSchema/required', '“language” is now required.'],
    ];
    expect(linesOf({ changes: input, findings })).toEqual(['Input: “language” is now required']);
    expect(linesOf({ changes: [['/runContract/outputSchema', from, to]] })?.[0]).toBe(
      'Result: “top” added',
    );
    // What is too long for the history is stored as the beginning of a text.
    expect(linesOf({ changes: [['/runContract/inputSchema', '{"a', '{"b']] })).toEqual([
      'Input schema changed',
    ]);
  });

  it('names each price with the currency and the unit of its time', () => {
    const history = historyInWords(
      [
        entry({ changes: [['/price/amount', 0.04, 0.05]] }),
        entry({
          changes: [
            ['/price/amount', 0.02, 0.04],
            ['/price/currency', 'EUR', 'USD'],
          ],
        }),
        entry({ changes: [['/price/amount', 0.01, 0.02]] }),
      ],
      PRICE,
    );
    expect(history.map(({ lines }) => lines.map(({ says }) => says))).toEqual([
      ['Price raised from $0.04 to $0.05 per call'],
      ['Price changed from €0.02 per call to $0.04 per call'],
      ['Price raised from €0.01 to €0.02 per call'],
    ]);
  });

  it('has a badge if programs notice it, and the revision only where it begins', () => {
    const history = historyInWords(
      [
        entry({ changes: [['/tags', null, ['a']]], revision: 2 }),
        entry({ changes: [['/price/amount', 1, 0.05]], verdict: 'safe', revision: 2 }),
        entry({ changes: [['/listingState', 'draft', 'published']] }),
      ],
      PRICE,
    );
    expect(history.map(({ lines: [line], revision }) => [line?.badge, revision])).toEqual([
      [undefined, undefined],
      ['price-decrease', 2],
      [undefined, 1],
    ]);
  });

  it('marks the lines that break programs, and a price that only went up or down as such', () => {
    const [input, result] = ['/runContract/inputSchema', '/runContract/outputSchema'];
    const marked = (parts: Parts) =>
      shownOf({ verdict: 'breaking', ...parts })?.map(({ says, badge }) => [says, badge]);
    expect(
      marked({
        changes: [
          ['/price/amount', 0.02, 0.05],
          [input, {}, { required: ['a'] }],
          [result, {}, { type: 'object' }],
        ],
        findings: [
          ['/price/amount', 'The price was changed.'],
          [`${input}/required`, '"a" is now required.'],
          [`${input}/additionalProperties`, 'The member "a" is now allowed.', 'safe'],
          [`${input}/additionalProperties`, 'The member "keywords" is now allowed.', 'safe'],
          [`${input}/properties/language/enum`, '"language" may now also be "es".', 'safe'],
          [`${result}/additionalProperties`, 'The member "language" is now allowed.', 'unknown'],
        ],
      }),
    ).toEqual([
      ['Price raised from $0.02 to $0.05 per call', 'price-increase'],
      ['New required input: “a”', 'breaking'],
      ['New optional input: “keywords”', undefined],
      ['Input: “language” also accepts “es”', undefined],
      ['Result may now contain “language”, which its schema did not allow before', 'may-break'],
    ]);
    const unit: Parts = {
      changes: [['/price/unit', 'page', 'call']],
      findings: [['/price/unit', 'The unit was changed.']],
    };
    expect(marked(unit)).toEqual([
      ['Price changed from $0.05 per page to $0.05 per call', 'breaking'],
    ]);
    const method: Parts = {
      changes: [['/runContract/method', 'GET', 'POST']],
      findings: [['/runContract/method', 'The method was changed.']],
    };
    expect(marked(method)).toEqual([['Method changed from “GET” to “POST”', 'breaking']]);
    // The verdict stands, even if no finding says which line it is about.
    expect(marked({ changes: [['/tags', null, ['a']]] })).toEqual([['Tags added', 'breaking']]);
    expect(marked({ changes: [['/tags', null, ['a']]], verdict: 'safe' })).toEqual([
      ['Tags added', 'compatible'],
    ]);
  });

  it('stays short, whatever a seller changes', () => {
    const findings = Array.from({ length: 50 }, (_, index): [string, string] => [
      '/runContract/outputSchema',
      `Difference ${index}.`,
    ]);
    const changes: Parts['changes'] = [['/runContract/outputSchema', {}, { type: 'string' }]];
    const [change] = historyInWords([entry({ changes, findings })], PRICE);
    expect(change?.lines).toHaveLength(8);
    expect(change?.more).toBe(42);
  });
});

it('a difference names the part of the contract in which it is', () => {
  expect(findingInWords({ path: '/runContract/outputSchema/type', message: 'It is a text.' })).toBe(
    'Result: It is a text.',
  );
  expect(findingInWords({ path: '/runContract/inputSchemas', message: 'Else.' })).toBe('Else.');
});

it('a price of another currency or unit is neither raised nor lowered', () => {
  expect(priceInWords(PRICE, { ...PRICE, unit: 'page' })).toBe(
    'Price changed from $0.05 per call to $0.05 per page',
  );
});
