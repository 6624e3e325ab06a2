import { describe, expect, it } from 'vitest';
import { searchWords } from '../../src/catalogue/words.ts';

describe('the words of a search', () => {
  it('are letters and digits of any script, without case and diacritics', () => {
    expect(searchWords('weather, Zürich_2 ΑΘΗΝΑΣ')).toEqual(['weather', 'zurich', '2', 'αθηνασ']);
    expect(searchWords('Zu\u0308rich Straße')).toEqual(['zurich', 'strasse']);
    expect(searchWords('ＡＢＣ ﬁnance')).toEqual(['abc', 'finance']);
  });

  it('contain nothing that could be query syntax', () => {
    expect(searchWords('"a" OR title:b* NOT (c^2) -d {e} NEAR/3')).toEqual([
      'title',
      'b',
      'not',
      'c',
      '2',
      'd',
      'e',
      'near',
      '3',
    ]);
    expect(searchWords('"\'*:^(){}[]-+~|&\\')).toEqual([]);
  });

  it('leave out what says nothing about a service, unless nothing else is left', () => {
    expect(searchWords('How do I convert currency?')).toEqual(['convert', 'currency']);
    expect(searchWords('the best API')).toEqual(['best', 'api']);
    expect(searchWords('how is it')).toEqual(['how', 'is', 'it']);
    expect(searchWords('free weather')).toEqual(['weather']);
    expect(searchWords('find a free API')).toEqual(['free']);
  });

  it('contain the symbols of names', () => {
    expect(searchWords('c++ C# .NET node.js e-mail')).toEqual([
      'cplusplus',
      'csharp',
      'dotnet',
      'nodejs',
      'email',
    ]);
    expect(searchWords('text-to-speech')).toEqual(['text', 'speech']);
  });

  it('are pairs of characters in scripts without spaces', () => {
    expect(searchWords('天気予報 API')).toEqual(['天気', '気予', '予報']);
    expect(searchWords('東')).toEqual(['東']);
  });

  it('are at most 16, each once', () => {
    expect(searchWords('a '.repeat(100))).toEqual(['a']);
    expect(searchWords(Array.from({ length: 99 }, (_, n) => `w${n}`).join(' '))).toHaveLength(16);
  });
});
