/**
 * Runs of invisible characters, with which a text could hide instructions, reorder a line or control a
 * terminal: controls, bidi, zero-width characters, tags, fillers and variation selectors. Many scripts and
 * emoji need joiners and emoji selectors, so these match only after an ASCII character, or if there are
 * more in a row than any script needs, because data could be encoded in them.
 */
export const HIDDEN_CHARACTERS =
  /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]|(?<=^|[\0-\x7f])(?:\u200c|\u200d)+|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,})+/gu;

/** A text in well-formed Unicode in which each run of invisible characters is replaced by a space. */
export const printable = (text: string): string =>
  text.toWellFormed().replace(HIDDEN_CHARACTERS, ' ');

/** The same on one line, without spaces around it or several in a row. */
export const visibleLine = (text: string): string => printable(text).replace(/\s+/g, ' ').trim();

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON text of the same value in which invisible characters are escaped. Line feeds and
 * tabs stay: in JSON they are only white space between values. So is a carriage return, which becomes a
 * space.
 */
export const printableJson = (json: string): string =>
  json.replace(HIDDEN_CHARACTERS, (run) =>
    run.replace(/[^\n\t]/g, (unit) => (unit === '\r' ? ' ' : escaped(unit))),
  );

/** Replaces a token: no token contains it, so the text around it cannot form another. */
const REMOVED = '…';

/** Characters that look like those of a token, but are not their compatibility forms. */
const LOOK_ALIKES = [
  ['<', '‹〈⟨❮˂ᐸ≪《❬⧼'],
  ['>', '›〉⟩❯˃ᐳ≫》❭⧽'],
  ['|', '│┃∣¦ǀ❘⏐︱'],
  ['[', '⟦【〔❲'],
  [']', '⟧】〕❳'],
  ['/', '∕⁄⧸'],
] as const;

const buildFolds = () =>
  new Map<string, string>(
    LOOK_ALIKES.flatMap(([plain, others]) =>
      Array.from(others, (other) => [other, plain] as const),
    ),
  );

/**
 * Returns the ASCII character that a code point stands for; for all others, a character that no token
 * has. Keeps in `folds` what it finds for the few thousand code points that have a compatibility form.
 */
function fold(point: string, folds: Map<string, string>): string {
  if (point === REMOVED || point <= '~') return point;
  const known = folds.get(point);
  if (known !== undefined) return known;
  const plain = point.normalize('NFKC');
  const folded = folds.get(plain) ?? (plain.length === 1 ? plain : '\ufffd');
  if (plain !== point) folds.set(point, folded);
  return folded;
}

/** A name whose letters may be spaced, as they are when hidden characters were between them. */
const spaced = (name: string) => Array.from(name.replace(/[_-]/g, ' ')).map(letter).join('\\s?');
const letter = (character: string) => (character === ' ' ? '[\\s_-]{0,3}' : character);

const NAMED = [
  's',
  'bos',
  'eos',
  'pad',
  'unk',
  'sys',
  'inst',
  'start_of_turn',
  'end_of_turn',
  'start_of_image',
  'end_of_image',
  'think',
  'tool_call',
  'tool_calls',
  'tool_response',
  'tool_result',
  'tool_results',
  'function_call',
  'function_calls',
  'function_results',
  'system-reminder',
];
const BRACKETED = [
  'inst',
  'system_prompt',
  'available_tools',
  'tool_calls',
  'tool_results',
  'tool_content',
];

/** The first letters come first: most brackets are then not compared with every name. */
const anyOf = (names: readonly string[]) =>
  `(?=[${names.map(([first = '']) => first).join('')}])(?:${names.map(spaced).join('|')})`;

/** Built at their first use, so that programs that never use them do not contain them. */
let tokens: RegExp | undefined;
let folds: Map<string, string> | undefined;

/** Everything is bounded, so that no text takes longer than its length. */
const buildTokens = () =>
  new RegExp(
    [
      // <|im_start|>, <|eot_id|>, <｜begin▁of▁sentence｜>
      `<[\\s<]{0,3}\\|[^<>|${REMOVED}]{0,80}\\|\\s?>`,
      // </s>, <<SYS>>, <start_of_turn>
      `<[\\s<]{0,3}/?\\s?${anyOf(NAMED)}\\s?>(?:\\s?>)?`,
      // [INST], [/INST]
      `\\[\\s?/?\\s?${anyOf(BRACKETED)}\\s?\\]`,
    ].join('|'),
    'gi',
  );

/** What `fold` may change. */
const FOLDED = /[^\0-~]/;

/** A character that may begin a token, in any of its forms: most texts have none. */
const OPENERS = /[<[＜﹤［﹇‹\u2329\u3008⟨❮˂ᐸ≪《❬⧼⟦【〔❲︹︻︽︿﹝]/;

/**
 * A text without the control tokens of language models, with which it could pretend to come from the
 * system or the user: those of the common chat formats, also in full-width or spaced characters. For
 * descriptive texts only; data must stay unchanged.
 */
export function withoutModelTokens(text: string): string {
  if (!OPENERS.test(text)) return text;
  tokens ??= buildTokens();
  if (!FOLDED.test(text)) return text.replaceAll(tokens, REMOVED);
  const known = (folds ??= buildFolds());
  const points = Array.from(text);
  const folded = points.map((point) => fold(point, known)).join('');
  let kept = '';
  let from = 0;
  // Not `matchAll`, which copies the expression: that took 20 µs for each text.
  tokens.lastIndex = 0;
  for (let match = tokens.exec(folded); match; match = tokens.exec(folded)) {
    kept += points.slice(from, match.index).join('') + REMOVED;
    from = match.index + match[0].length;
  }
  return from === 0 ? text : kept + points.slice(from).join('');
}
