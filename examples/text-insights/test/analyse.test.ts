import { describe, expect, it } from 'vitest';
import { analyse } from '../src/analyse.ts';

const counts = (text: string, more: object = {}) => {
  const { words, sentences, characters } = analyse({ text, ...more });
  return { words, sentences, characters };
};

describe('counting', () => {
  it('counts words, sentences and characters', () => {
    expect(counts('Hello there. How are you?')).toEqual({ words: 5, sentences: 2, characters: 21 });
  });

  it('finds nothing in a text without words', () => {
    expect(analyse({ text: '' })).toEqual({
      words: 0,
      sentences: 0,
      characters: 0,
      readingTimeSeconds: 0,
      language: null,
      readingEase: null,
      grade: null,
      keywords: [],
    });
    expect(counts('… !!! —')).toEqual({ words: 0, sentences: 0, characters: 5 });
  });

  it.each([
    ['Chinese', '我们在市场上出售服务。服务很好。', 8, 2],
    ['Japanese', 'これは日本語の文章です。次の文！', 9, 2],
    ['Thai', 'ภาษาไทยเป็นภาษา', 4, 1],
    ['Hindi', 'यह एक वाक्य है। यह दूसरा है।', 7, 2],
    ['Arabic', 'مرحبا بالعالم. كيف حالك؟', 4, 2],
  ])('counts words of %s', (_, text, words, sentences) => {
    expect(counts(text)).toMatchObject({ words, sentences });
  });

  it('counts a character that is written as several code points once', () => {
    expect(counts('👩‍👩‍👧‍👦 é e\u0301 🇩🇪').characters).toBe(4);
  });

  it.each([
    'Mr. Smith met Dr. Jones of the U.S. Army.',
    'J. R. R. Tolkien wrote it.',
    'Das gibt es z. B. in Berlin.',
    'It costs 3.50 dollars at example.com today.',
  ])('finds one sentence in "%s"', (text) => {
    expect(counts(text).sentences).toBe(1);
  });

  it('reads 238 words in a minute', () => {
    expect(analyse({ text: 'word '.repeat(238) }).readingTimeSeconds).toBe(60);
    expect(analyse({ text: 'word' }).readingTimeSeconds).toBe(1);
  });
});

describe('lines', () => {
  const WRAPPED = [
    'This paragraph was wrapped by a mail',
    'program, which ends every line where',
    'it is full. It has two sentences.',
  ].join('\n');

  it('joins the lines of a wrapped paragraph', () => {
    expect(counts(WRAPPED).sentences).toBe(2);
    expect(counts(WRAPPED.replaceAll('\n', '\r\n'))).toEqual(counts(WRAPPED));
  });

  it('ends a sentence where the author ended the line', () => {
    const text = 'A title\nThe first line has a sentence of its own.\n- one\n- two';
    expect(counts(text).sentences).toBe(4);
  });

  it('ends a sentence at an empty line', () => {
    expect(counts('no full stop here\n \nnor here').sentences).toBe(2);
  });

  it('does not split a Chinese word at a line break', () => {
    expect(counts('我们在市\n场上出售').words).toBe(counts('我们在市场上出售').words);
  });
});

describe('Markdown', () => {
  const MARKDOWN = `# The title

Some *emphasised* prose with a [link](https://example.com/not/prose), \`code\`
and a soft line break.

\`\`\`ts
const notProse = true;
\`\`\`

<p>not prose</p>

| one | two |
| --- | --- |
| a   | b   |

- ![not prose](x.png) item
`;

  it('counts the prose and nothing else', () => {
    const { words, sentences } = analyse({ text: MARKDOWN, format: 'markdown' });
    // Title 2, paragraph 12, rows of the table 2 and 2, item 1.
    expect({ words, sentences }).toEqual({ words: 19, sentences: 5 });
  });

  it('is plain text unless it is called Markdown', () => {
    expect(analyse({ text: MARKDOWN }).words).toBeGreaterThan(30);
  });
});

describe('language', () => {
  it.each([
    ['en', 'The weather is fine today, and we go for a walk.'],
    ['de', 'Das Wetter ist heute schön, wir gehen spazieren.'],
    ['fr', "Il fait beau aujourd'hui et nous allons nous promener."],
    ['ja', 'これは日本語の文章です。'],
    ['nb', 'Det er ikke så lett å være ung i dag, sier hun til avisen.'],
  ])('detects %s', (language, text) => {
    expect(analyse({ text }).language).toBe(language);
  });

  it.each(['Hi', '12345', '😀😀😀', 'asdkjh qwlekj zxcmn'])(
    'says that it is not sure of "%s"',
    (text) => {
      expect(analyse({ text }).language).toBeNull();
    },
  );

  it('uses the language that is given, and names it by its shortest code', () => {
    expect(analyse({ text: 'Hi', language: 'deu' }).language).toBe('de');
    expect(analyse({ text: 'Hi', language: 'zzz' }).language).toBe('zzz');
  });
});

describe('readability', () => {
  const SIMPLE = 'The cat sat on the mat. It was a big cat. The dog ran to the cat.';
  const HARD =
    'Notwithstanding considerable organizational difficulties, the administration implemented comprehensive institutional modifications.';

  it('follows Flesch and Flesch-Kincaid', () => {
    // 17 words of one syllable in 3 sentences.
    const { readingEase, grade } = analyse({ text: SIMPLE, language: 'en' });
    expect(readingEase).toBeCloseTo(206.835 - 1.015 * (17 / 3) - 84.6, 1);
    expect(grade).toBeCloseTo(0.39 * (17 / 3) + 11.8 - 15.59, 1);
  });

  it('rates a hard text as harder than an easy one', () => {
    const easy = analyse({ text: SIMPLE });
    const hard = analyse({ text: HARD });
    expect(Number(hard.readingEase)).toBeLessThan(Number(easy.readingEase));
    expect(Number(hard.grade)).toBeGreaterThan(16);
  });

  it('is null for a language to which the formulas do not apply', () => {
    const german = analyse({ text: 'Die Katze saß auf der Matte. Es war eine große Katze.' });
    expect([german.readingEase, german.grade]).toEqual([null, null]);
  });

  it('is null for a text without words, even in English', () => {
    expect(analyse({ text: '!', language: 'en' }).readingEase).toBeNull();
  });
});

describe('keywords', () => {
  const words = (text: string, more: object = {}) =>
    analyse({ text, ...more }).keywords.map(({ keyword }) => keyword);

  it('counts the forms of an English word together, without stop words', () => {
    const text =
      'The order is here. Orders are orders, and the seller’s order was ordered by sellers.';
    expect(analyse({ text, maxKeywords: 2 }).keywords).toEqual([
      { keyword: 'order', count: 5 },
      { keyword: 'seller', count: 2 },
    ]);
  });

  it('leaves out the stop words of the text’s language', () => {
    expect(words('Der Hund und die Katze und der Hund.', { language: 'de' })).toEqual([
      'hund',
      'katze',
    ]);
    expect(words('我们在市场，市场很大', { language: 'zh' })[0]).toBe('市场');
  });

  it('shows a word without what is only joined to it', () => {
    expect(words("L'école et l'homme", { language: 'fr' })).toEqual(['école', 'homme']);
    expect(words("Don't, can't, won't: it's the marketplace's", { language: 'en' })).toEqual([
      'marketplace',
    ]);
  });

  it('leaves out numbers and single letters', () => {
    expect(words('2026 3.14 x y z 7', { language: 'en' })).toEqual([]);
  });

  it('returns as many keywords as requested', () => {
    const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
    expect(words(text)).toHaveLength(10);
    expect(words(text, { maxKeywords: 50 })).toHaveLength(50);
    expect(words(text, { maxKeywords: 0 })).toEqual([]);
  });
});
