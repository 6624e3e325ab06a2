import { visibleLine } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';

describe('a line without hidden characters', () => {
  it.each([
    ['controls and line breaks', 'a\u0000b\r\nc\u2028d', 'a b c d'],
    ['text that runs the other way', 'a\u202eb\u2066c', 'a b c'],
    ['zero-width characters and tags', 'a\u200bb\u{e0041}c', 'a b c'],
    ['bytes as variation selectors', 'a\u{e0100}\u{e01ef}b', 'a b'],
    ['fillers and private use', 'a\u3164b\u2800c\ue000d', 'a b c d'],
    ['data as joiners', 'a\u200c\u200d\u200c\u200db', 'a b'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('has no %s', (_, text, line) => {
    expect(visibleLine(text)).toBe(line);
  });

  it.each(['می‌خواهم', 'क्‍ष', '👩‍💻 ❤️', 'naïve — “text”'])('leaves %s as it is', (text) => {
    expect(visibleLine(text)).toBe(text);
  });
});
