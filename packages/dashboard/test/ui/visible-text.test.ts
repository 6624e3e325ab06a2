import { describe, expect, it } from 'vitest';
import { visibleParts } from '../../src/ui/visible-text.ts';

describe('visibleParts', () => {
  it('leaves ordinary text as it is, in any script', () => {
    for (const text of ['Hello.', 'שלום', 'line\n\ttab', '👩‍💻 👨🏽‍🌾 ❤️']) {
      expect(visibleParts(text)).toEqual([text]);
    }
    expect(visibleParts('')).toEqual([]);
  });

  it.each([
    ['right-to-left override', 'a\u202eb', 'U+202E'],
    ['an isolate', 'a\u2066b', 'U+2066'],
    ['zero-width space', 'a\u200bb', 'U+200B'],
    ['a joiner that joins no emoji', 'a\u200db', 'U+200D'],
    ['byte order mark', 'a\ufeffb', 'U+FEFF'],
    ['escape', 'a\u001bb', 'U+001B'],
    ['null', 'a\0b', 'U+0000'],
    ['a tag character', 'a\u{e0041}b', 'U+E0041'],
  ])('names what would not be seen: %s', (_name, text, codePoint) => {
    expect(visibleParts(text)).toEqual(['a', { codePoint }, 'b']);
  });
});
