// test/generators/README.md: what generators of schemas write is accepted, and means the same.
import { readJson } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { compileSchema, type BacktrackingEngine } from '../../src/index.ts';
import { nativeEngine } from '../native-engine.ts';
import { GENERATORS, type Construct } from './fixtures.ts';

function verdictOf(schema: unknown, engine?: BacktrackingEngine) {
  const compiled = compileSchema(schema, '', engine ? { backtracking: engine } : {});
  if (!compiled.ok) return () => compiled.details[0];
  return (value: unknown) => {
    const details = compiled.validate(value);
    if (details === undefined && !engine && compiled.backtracking.length > 0) return 'unknown';
    return details && details.length === 0;
  };
}

function disagreements({ construct, schema, valid, invalid }: Construct) {
  const [judge, judgeWithoutEngine] = [verdictOf(schema, nativeEngine), verdictOf(schema)];
  return [...valid.entries(), ...invalid.entries()].flatMap(([index, value], position) => {
    const expected = position < valid.length;
    const verdict = judge(value);
    const without = judgeWithoutEngine(value);
    const isRight = verdict === expected && (without === expected || without === 'unknown');
    return isRight ? [] : [{ construct, index, value, expected, verdict, without }];
  });
}

describe('a schema of', () => {
  it.each(GENERATORS)('%s is accepted, and means the same', (_, cases) => {
    expect(cases.flatMap(disagreements)).toEqual([]);
  });

  it.each(GENERATORS)('%s is compared with enough values', (_, cases) => {
    expect(cases.length).toBeGreaterThan(15);
    // Some constructs accept only one value.
    const few = cases.filter(({ valid, invalid }) => valid.length < 1 || invalid.length < 3);
    expect(few.map(({ construct }) => construct)).toEqual([]);
    expect(cases.filter(({ valid }) => valid.length < 3).length).toBeLessThan(cases.length / 6);
  });
});

/** In JSON, because JavaScript would round them. */
const WITH_64_BITS: [string, string, string[], string[]][] = [
  [
    'long of .NET',
    '{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","format":"int64","minimum":-9223372036854775808,"maximum":9223372036854775807}',
    ['9223372036854775807', '-9223372036854775808', '0'],
    ['9223372036854775808', '-9223372036854775809', '0.5'],
  ],
  [
    'an exclusive bound of NJsonSchema',
    '{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","maximum":9223372036854775807,"exclusiveMaximum":true}',
    ['9223372036854775806', '-1', '0'],
    ['9223372036854775807', '9223372036854775808', '0.5'],
  ],
  [
    'uint64 of Go',
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer","minimum":0,"maximum":18446744073709551615}',
    ['18446744073709551615', '9007199254740993', '0'],
    ['18446744073709551616', '-1', '18446744073709551615.5'],
  ],
  [
    'i64 and u64 of schemars',
    '{"type":"object","properties":{"a":{"type":"integer","format":"int64","default":-9223372036854775808},"b":{"type":"integer","format":"uint64","minimum":0,"maximum":18446744073709551615}}}',
    ['{"a":9223372036854775807}', '{"b":18446744073709551615}', '{}'],
    ['{"b":18446744073709551616}', '{"b":-1}', '{"a":0.5}'],
  ],
  [
    'Field(le=2**63 - 1) and Literal of pydantic',
    '{"type":"object","properties":{"a":{"type":"integer","exclusiveMaximum":9223372036854775808},"b":{"enum":[9007199254740993,1]},"c":{"const":9007199254740993}}}',
    ['{"a":9223372036854775807}', '{"b":9007199254740993}', '{"c":9007199254740993.0}'],
    ['{"a":9223372036854775808}', '{"b":9007199254740992}', '{"c":9007199254740992}'],
  ],
  [
    'a step beyond doubles',
    '{"type":"integer","multipleOf":9007199254740993}',
    ['9007199254740993', '18014398509481986', '0'],
    ['9007199254740992', '18014398509481984', '1'],
  ],
];

describe('a bound of 64 bits', () => {
  it.each(WITH_64_BITS)('means what is written: %s', (_, schema, valid, invalid) => {
    const judge = verdictOf(readJson(schema).exact);
    const verdicts = [...valid, ...invalid].map((text) => [text, judge(readJson(text).exact)]);
    expect(verdicts).toEqual([
      ...valid.map((text) => [text, true]),
      ...invalid.map((text) => [text, false]),
    ]);
  });
});
