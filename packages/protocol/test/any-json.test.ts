// docs/reference/protocol.md#numbers: random JSON texts, read as a slow reference parser reads them.
import {
  InexactNumber,
  overPrecisePath,
  parseJson,
  readJson,
  readMember,
  textItems,
  textMembers,
} from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenJson } from './json-texts.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, maxDepth?: number) => parseJson(bytes(text), maxDepth);

/** What a JSON Pointer points at. */
function at(value: unknown, path: string): unknown {
  const names = path.split('/').slice(1);
  return names.reduce<unknown>(
    (inside, name) =>
      (inside as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}

/** The value as JSON.parse would read it, if V8 always read names right. */
function doubles(exact: unknown): unknown {
  if (exact instanceof InexactNumber) return Number(exact.text);
  if (Array.isArray(exact)) return exact.map(doubles);
  if (typeof exact !== 'object' || exact === null) return exact;
  return Object.fromEntries(Object.entries(exact).map(([name, inner]) => [name, doubles(inner)]));
}

describe('any JSON text', () => {
  it('is read as a slow reference parser reads it, or refused for the reason that it finds', () => {
    fc.assert(
      fc.property(writtenJson, ({ text, exact, ...written }) => {
        const read = parse(text);
        if (!read.ok) {
          const reason = written.isInfinite ? 'number' : 'duplicate';
          expect(read).toMatchObject({ reason, text });
          expect(written.isInfinite || written.repeatsName).toBe(true);
          return;
        }
        expect([written.isInfinite, written.repeatsName]).toEqual([false, false]);
        expect(read).toMatchObject({ value: doubles(exact), text });
        expect(JSON.stringify(read.exact)).toBe(JSON.stringify(exact));
        expect(read.exact === read.value).toBe(!written.isInexact);
        expect(read.exact).toBe(read.exact);
        expect(JSON.stringify(readJson(text).exact)).toBe(JSON.stringify(exact));
        const { value } = read;
        const tooLong = overPrecisePath(read);
        expect(typeof tooLong).toBe(typeof overPrecisePath({ value, exact: read.exact }));
        if (tooLong !== undefined) expect(at(read.exact, tooLong)).toBeInstanceOf(InexactNumber);
      }),
      { numRuns: 5000 },
    );
  });

  it('is refused for its syntax when JSON.parse refuses it, also with names that have escapes', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '{', '}', '[', ']', ':', ',', '"', '\\', '0', '\ufeff', '"\\n":', '"a"'),
    );
    fc.assert(
      fc.property(writtenJson, change, ({ text }, [index, inserted]) => {
        const at = index % (text.length + 1);
        const changed = text.slice(0, at) + inserted + text.slice(inserted === '' ? at + 1 : at);
        // A lone surrogate does not come through UTF-8.
        fc.pre(changed.isWellFormed());
        const read = parse(changed);
        expect(!read.ok && read.reason === 'syntax').toBe(!isJson(changed));
      }),
      { numRuns: 10_000 },
    );
  });

  it('gives the text of each member and item as it was written', () => {
    const gap = fc.constantFrom('', ' ', '\n\t');
    const name = fc.constantFrom('a', '"', '\\', 'requestBody', '1', '', ':', '{,');
    const members = fc.uniqueArray(fc.tuple(name, writtenJson), {
      selector: ([each]) => each,
      maxLength: 5,
    });
    fc.assert(
      fc.property(members, gap, (entries, g) => {
        const expected = entries.map(([each, { text }]) => ({ name: each, text }));
        const pairs = expected.map(
          ({ name: n, text }) => `${g}${JSON.stringify(n)}${g}:${g}${text}${g}`,
        );
        const object = `${g}{${pairs.join(',') || g}}${g}`;
        expect(textMembers(object)).toEqual(expected);
        const items = expected.map(({ text }) => g + text + g);
        expect(textItems(`${g}[${items.join(',') || g}]${g}`)).toEqual(
          expected.map(({ text }) => text),
        );
        const read = readJson(object);
        if (entries.some(([, { isInfinite }]) => isInfinite)) return;
        for (const [n, { text, exact }] of entries) {
          const member = readMember(read, n);
          expect([member?.text, JSON.stringify(member?.exact)]).toEqual([
            text,
            JSON.stringify(exact),
          ]);
          if (member) expect(overPrecisePath(member)).toBe(overPrecisePath(readJson(text)));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"requestBody":1}', '1'],
    ['{"a":{"requestBody":1},"requestBody":\n{ "n" : 1.0 } }', '{ "n" : 1.0 }'],
    ['{"request\\u0042ody":[9007199254740993],"a":1}', '[9007199254740993]'],
    ['{"a":"\\"requestBody\\":1"}', undefined],
    ['{"a":{"requestBody":1}}', undefined],
    ['["requestBody",1]', undefined],
    ['"requestBody"', undefined],
    ['{}', undefined],
    [' { } ', undefined],
  ])('has the text of a member, or none: %s', (text, expected) => {
    const read = parse(text);
    if (!read.ok) throw new Error(read.message);
    expect(readMember(read, 'requestBody')?.text).toBe(expected);
  });
});
