import { describe, expect, it } from 'vitest';
import { compactJson, indentJson } from '../src/terminal/text.ts';
import { processorMs } from '../../../test-bed/processor-time.ts';

const VALUES = [
  null,
  'text',
  -1.5,
  [],
  {},
  [[], {}, [[]], ''],
  { a: { b: [1, { c: true }], 'd "e"': {} }, 'f\\': '[{,:' },
  ['"', '\\', '\\"', '\n', '\u2028'],
];

describe('JSON text', () => {
  it.each(VALUES)('is formatted as by JSON.stringify, whatever its spacing: %j', (value) => {
    for (const space of [undefined, 1, 7, '\t']) {
      const json = JSON.stringify(value, null, space);
      expect(indentJson(json)).toBe(JSON.stringify(value, null, 2));
      expect(compactJson(json)).toBe(JSON.stringify(value));
    }
  });

  it('keeps numbers and strings unchanged', () => {
    const json = ' [ 9007199254740993 ,\r\n1.0,"\\u0061[,]", -0, 1E-400]\t';
    expect(compactJson(json)).toBe('[9007199254740993,1.0,"\\u0061[,]",-0,1E-400]');
    expect(indentJson(json)).toBe(
      '[\n  9007199254740993,\n  1.0,\n  "\\u0061[,]",\n  -0,\n  1E-400\n]',
    );
  });

  it('is formatted in linear time', () => {
    const start = processorMs();
    for (const json of [`[${'1,'.repeat(500_000)}1]`, `["${'\\\\'.repeat(500_000)}"]`]) {
      expect(indentJson(json).length).toBeGreaterThanOrEqual(json.length);
    }
    expect(processorMs() - start).toBeLessThan(3000);
  });
});
