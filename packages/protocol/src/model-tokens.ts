/** Takes the place of a token: no token contains it, so what is around it does not form another. */
const REMOVED = '…';

/** Characters that look like one of a token and are not its compatibility forms. */
const LOOK_ALIKES = [
  ['<', '‹〈⟨❮˂ᐸ≪《❬⧼'],
  ['>', '›〉⟩❯˃ᐳ≫》❭⧽'],
  ['|', '│┃∣¦ǀ❘⏐︱'],
  ['[', '⟦【〔❲'],
  [']', '⟧】〕❳'],
  ['/', '∕⁄⧸'],
] as const;

/** One ASCII character for each code point that stands for one; others, as something no token has. */
function fold(point: string): string {
  if (point === REMOVED || point <= '~') return point;
  const plain = point.normalize('NFKC');
  const alike = LOOK_ALIKES.find(([, others]) => others.includes(point) || others.includes(plain));
  if (alike) return alike[0];
  return plain.length === 1 ? plain : '\ufffd';
}

/** A name whose letters may be spaced, as they are where hidden characters were between them. */
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

const anyOf = (names: readonly string[]) => `(?:${names.map(spaced).join('|')})`;

/** Built at its first use, so that programs that never use it do not contain it. */
let tokens: RegExp | undefined;

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

/** A character that may begin a token: most texts have none. */
const OPENERS = /[<[＜﹤［﹇‹〈〈⟨❮˂ᐸ≪《❬⧼⟦【〔❲]/;

/**
 * A text without the control tokens of language models, with which it could pretend to be the words of
 * a system or a user: those of the common chat formats, also in full-width or spaced characters. For
 * texts that describe something; never for data, which must stay as it is.
 */
export function withoutModelTokens(text: string): string {
  if (!OPENERS.test(text)) return text;
  tokens ??= buildTokens();
  const points = Array.from(text);
  const folded = points.map(fold).join('');
  let kept = '';
  let from = 0;
  for (const { 0: token, index } of folded.matchAll(tokens)) {
    kept += points.slice(from, index).join('') + REMOVED;
    from = index + token.length;
  }
  return from === 0 ? text : kept + points.slice(from).join('');
}
