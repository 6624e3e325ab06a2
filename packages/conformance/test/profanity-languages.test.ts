import naughtyWords from 'naughty-words';
import { describe, expect, it } from 'vitest';
import { findProfanity, foreignWords } from '../src/content/profanity.ts';
import { ORDINARY_TEXTS } from './ordinary-texts.ts';

describe('the words of many languages', () => {
  it('leave ordinary titles and descriptions alone', () => {
    expect(ORDINARY_TEXTS.length).toBeGreaterThan(150);
    expect(ORDINARY_TEXTS.filter((text) => findProfanity(text) !== undefined)).toEqual([]);
  });

  it('leave the names of countries, languages, currencies and units alone, in every language', () => {
    const locales =
      'ar cs da de en eo es fa fi fil fr hi hu it ja ko nl no pl pt ru sv th tr zh el he uk ro bg sk sl hr sr lt lv et id vi ca'.split(
        ' ',
      );
    const found: string[] = [];
    let read = 0;
    const findIn = (text: string | undefined) => {
      if (!text) return;
      read++;
      if (findProfanity(text) !== undefined) found.push(text);
    };
    for (const locale of locales) {
      const named = (type: 'region' | 'language' | 'currency') =>
        new Intl.DisplayNames(locale, { type, fallback: 'none' });
      const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
      for (const a of letters) {
        for (const b of letters) {
          findIn(named('region').of(a + b));
          findIn(named('language').of((a + b).toLowerCase()));
        }
      }
      for (const code of Intl.supportedValuesOf('currency')) findIn(named('currency').of(code));
      for (const unit of Intl.supportedValuesOf('unit')) {
        findIn(
          new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(3),
        );
      }
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(20_000);
  });

  it('are found as whole words, each of the list', () => {
    const words = [...foreignWords()];
    expect(words.length).toBeGreaterThan(1000);
    expect(words.length / Object.values(naughtyWords).flat().length).toBeGreaterThan(0.4);
    const missed = words.filter((word) => findProfanity(`– ${word} –`) === undefined);
    expect(missed).toEqual([]);
  });

  it.each([
    'Scheiße',
    'so ein Arschloch',
    'Hurensohn',
    'merde alors',
    'putain',
    'quel connard',
    'enculé',
    'mierda',
    'hijo de puta',
    'gilipollas',
    'cazzo',
    'vaffanculo',
    'caralho',
    'filho da puta',
    'klootzak',
    'godverdomme',
    'kurwa mać',
    'to je kurva',
    'vittu',
    'perkele',
    'хуй',
    'блядь',
    'orospu',
    '씨발',
    'чтобы ебать',
    'ファック',
    '操你妈',
    '他妈的',
    'chutiya',
    'شرموطة',
    'ควย',
  ])('find %s', (text) => {
    expect(findProfanity(text)).toBeTypeOf('number');
  });

  it.each([
    ['digits for letters', 'm3rd3'],
    ['signs for letters', 'put@in'],
    ['full-width letters', 'ｍｅｒｄｅ'],
    ['mathematical letters', '𝓶𝓮𝓻𝓭𝓮'],
    ['letters in circles', 'ⓜⓔⓡⓓⓔ'],
    ['letters of flags', '🇫🇺🇨🇰'],
    ['accents', 'm̀ér̃d̈e'],
    ['Cyrillic among Latin letters', 'mеrdе'],
    ['Cyrillic look-alikes in English', 'fuсk and shіt'],
    ['Latin among Cyrillic letters', 'xyй'],
    ['zero-width characters', 'mer\u200bde'],
    ['soft hyphens', 'fu\u00adck'],
    ['repeated letters', 'merrrrde'],
    ['dots between letters', 'm.e.r.d.e'],
    ['spaces between letters', 'what a s h i t'],
    ['dashes between letters', 'f-u-c-k'],
    ['stars between letters', 'f*u*c*k'],
    ['capitals', 'MERDE'],
  ])('are found behind %s', (_, text) => {
    expect(findProfanity(text)).toBeTypeOf('number');
  });

  it('accept "Pute" beside German words only', () => {
    expect(findProfanity('Pute mit Reis und Erbsen')).toBeUndefined();
    expect(findProfanity('sale pute')).toBe(5);
  });
});
