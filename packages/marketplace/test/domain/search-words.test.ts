import { describe, expect, it } from 'vitest';
import { searchWords } from '../../src/domain/search-words.ts';

describe('the words of a search', () => {
  it('are letters and digits of any script', () => {
    expect(searchWords('weather, 東京 & Zürich_2')).toEqual(['weather', '東京', 'Zürich', '2']);
  });

  it('contain nothing that could be query syntax', () => {
    expect(searchWords('"a" OR title:b* NOT (c^2) -d {e} NEAR/3')).toEqual([
      'a',
      'OR',
      'title',
      'b',
      'NOT',
      'c',
      '2',
      'd',
      'e',
      'NEAR',
      '3',
    ]);
    expect(searchWords('"\'*:^(){}[]-+~|&\\')).toEqual([]);
  });

  it('are composed characters (NFC), and otherwise unchanged', () => {
    expect(searchWords('Zu\u0308rich')).toEqual(['Zürich']);
    expect(searchWords('ＡＢＣ')).toEqual(['ＡＢＣ']);
  });

  it('are at most 16', () => {
    expect(searchWords('a '.repeat(100))).toHaveLength(16);
  });
});
