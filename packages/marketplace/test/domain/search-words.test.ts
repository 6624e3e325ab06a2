import { describe, expect, it } from 'vitest';
import { searchWords } from '../../src/domain/search-words.ts';

describe('the words of a search', () => {
  it('are letters and digits of any script', () => {
    expect(searchWords('weather, 東京 & Zürich_2')).toEqual(['weather', '東京', 'Zürich', '2']);
  });

  it('have nothing that could be syntax', () => {
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

  it('are composed, and otherwise as they were written', () => {
    expect(searchWords('Zu\u0308rich')).toEqual(['Zürich']);
    expect(searchWords('ＡＢＣ')).toEqual(['ＡＢＣ']);
  });

  it('are 16 at most', () => {
    expect(searchWords('a '.repeat(100))).toHaveLength(16);
  });
});
