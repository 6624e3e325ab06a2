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

const changeOf = (parts: Parts) => historyInWords([entry(parts)], PRICE)[0];
const shownOf = (parts: Parts) => {
  const change = changeOf(parts);
  return change && [...change.lines, ...change.others];
};
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
    expect(history.map(({ badge, revision }) => [badge, revision])).toEqual([
      [undefined, undefined],
      ['price-decrease', 2],
      [undefined, 1],
    ]);
  });

  it('marks the lines that break programs, and a price that only went up or down as such', () => {
    const [input, result] = ['/runContract/inputSchema', '/runContract/outputSchema'];
    const badgeOf = (parts: Parts) => changeOf({ verdict: 'breaking', ...parts })?.badge;
    const several: Parts = {
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
    };
    expect(badgeOf(several)).toBe('breaking');
    const { lines, others } = changeOf(several) ?? {};
    expect(lines?.map(({ says, badge }) => [says, badge])).toEqual([
      ['Price raised from $0.02 to $0.05 per call', 'price-increase'],
      ['New required input: “a”', 'breaking'],
      ['Result may now contain “language”, which its schema did not allow before', 'may-break'],
    ]);
    // What breaks nothing is folded.
    expect(others?.map(({ says, badge }) => [says, badge])).toEqual([
      ['New optional input: “keywords”', undefined],
      ['Input: “language” also accepts “es”', undefined],
    ]);
    const unit: Parts = {
      changes: [['/price/unit', 'page', 'call']],
      findings: [['/price/unit', 'The unit was changed.']],
    };
    expect([linesOf(unit), badgeOf(unit)]).toEqual([
      ['Price changed from $0.05 per page to $0.05 per call'],
      'breaking',
    ]);
    const method: Parts = {
      changes: [['/runContract/method', 'GET', 'POST']],
      findings: [['/runContract/method', 'The method was changed.']],
    };
    expect([linesOf(method), badgeOf(method)]).toEqual([
      ['Method changed from “GET” to “POST”'],
      'breaking',
    ]);
    // The verdict stands, even if no finding says which line it is about.
    const tags: Parts = { changes: [['/tags', null, ['a']]] };
    expect(badgeOf(tags)).toBe('breaking');
    expect(badgeOf({ ...tags, verdict: 'safe' })).toBe('compatible');
  });

  it('says the same of several fields once', () => {
    const input = '/runContract/inputSchema';
    const required = (name: string): [string, string] => [
      `${input}/required`,
      `"${name}" is now required.`,
    ];
    expect(
      linesOf({
        changes: [[input, {}, { type: 'object' }]],
        findings: [
          required('a'),
          required('b'),
          [`${input}/additionalProperties`, 'The member "c" is now allowed.', 'safe'],
          [`${input}/additionalProperties`, 'The member "d" is now allowed.', 'safe'],
          [`${input}/additionalProperties`, 'The member "e" is no longer allowed.'],
          [`${input}/additionalProperties`, 'The member "f" is no longer allowed.'],
          [`${input}/properties/a/minLength`, '"a" must now be longer.'],
        ],
      }),
    ).toEqual([
      'Input: “a” and “b” are now required',
      'Inputs “e” and “f” are no longer accepted',
      'Input: “a” must now be longer',
      'New optional inputs: “c” and “d”',
    ]);
    expect(
      linesOf({
        changes: [[input, {}, { type: 'object' }]],
        findings: [
          [`${input}/properties/a/required`, '"id" is now required.'],
          [`${input}/properties/b/required`, '"id" is now required.'],
          [`${input}/properties/a/enum`, '"id" may now also be "x".', 'safe'],
          [`${input}/properties/b/enum`, '"id" may now also be "x".', 'safe'],
        ],
      }),
    ).toEqual(['Input: “id” is now required', 'Input: “id” also accepts “x”']);
    const output = '/runContract/outputSchema';
    expect(
      linesOf({
        changes: [[output, {}, { type: 'object' }]],
        findings: ['v', 'w', 'x', 'y', 'z'].map((name) => [
          `${output}/required`,
          `"${name}" is now required.`,
          'safe',
        ]),
        verdict: 'safe',
      }),
    ).toEqual(['Result now always contains “v”, “w”, “x” and 2 more']);
  });

  it('says of a schema that is new as a whole what it describes, and what breaks programs besides', () => {
    const to = { type: 'object', required: ['text'], properties: { text: {}, to: {} } };
    const output = '/runContract/outputSchema';
    const result: Parts = {
      changes: [
        [output, null, to],
        ['/runContract/responseExampleJson', null, '{}'],
      ],
      findings: [
        [`${output}/type`, 'The value may no longer be null.', 'safe'],
        [`${output}/required`, '"text" is now required.', 'safe'],
      ],
      verdict: 'safe',
    };
    expect([linesOf(result), changeOf(result)?.badge]).toEqual([
      ['Result is now described: “text” and “to”', 'Response example added'],
      'compatible',
    ]);
    const input = '/runContract/inputSchema';
    expect(
      linesOf({
        changes: [[input, null, to]],
        findings: [[`${input}/required`, '"text" is now required.']],
      }),
    ).toEqual(['Input is now described: “text” and “to”', 'Input: “text” is now required']);
    expect(
      linesOf({
        changes: [[output, to, null]],
        findings: [[`${output}/type`, 'The value may now also be null.', 'unknown']],
      }),
    ).toEqual(['Result is no longer described', 'Result: The value may now also be null']);
  });

  it('stays short, whatever a seller changes', () => {
    const findings = Array.from({ length: 50 }, (_, index): [string, string] => [
      '/runContract/outputSchema',
      `Difference ${index}.`,
    ]);
    const changes: Parts['changes'] = [['/runContract/outputSchema', {}, { type: 'string' }]];
    const [change] = historyInWords([entry({ changes, findings })], PRICE);
    expect(change?.lines).toHaveLength(8);
    expect(change?.others).toHaveLength(42);
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
