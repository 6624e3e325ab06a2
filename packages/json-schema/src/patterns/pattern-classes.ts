import { RE2JS } from 're2js';

/** Character classes of ECMA-262 in RE2's syntax for use inside brackets. */
export const CLASSES: Readonly<Record<string, string>> = {
  d: '0-9',
  D: '\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}',
  w: '0-9A-Z_a-z',
  W: '\\x{0}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{5e}\\x{60}\\x{7b}-\\x{10ffff}',
  // White space and line terminators of all of Unicode; RE2's own \s covers only ASCII.
  s: '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}',
  S: '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}',
};

/** `.` excludes four line terminators; RE2's own excludes one. */
export const NOT_A_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]';
export const ANYTHING = '[\\x{0}-\\x{10ffff}]';
export const NOTHING = '[^\\x{0}-\\x{10ffff}]';

/** RE2 only supports the short names of the general categories. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Combining_Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  cntrl: 'Cc',
  Format: 'Cf',
  Surrogate: 'Cs',
  Private_Use: 'Co',
  Unassigned: 'Cn',
};

const known = new Map<string, boolean>();

/** Cached, because each name takes RE2 0.1 ms. V8 accepted them before, so there are a few hundred. */
function isKnownToRe2(name: string): boolean {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  let isKnown = true;
  try {
    RE2JS.compile(`\\p{${name}}`);
  } catch {
    isKnown = false;
  }
  known.set(name, isKnown);
  return isKnown;
}

const PROPERTY = /^(?:(?<kind>gc|General_Category|sc|Script)=)?(?<name>\w+)$/;

/**
 * `\p{…}` of ECMA-262 in RE2's syntax, or `undefined` if RE2 has no such name. Categories, scripts
 * and the properties that re2js supports were compared with V8 over all code points: no difference.
 */
export function propertyClass(negated: boolean, text: string): string | undefined {
  const { kind, name = '' } = PROPERTY.exec(text)?.groups ?? {};
  if (name === '') return undefined;
  if (name === 'ASCII' && !kind) return negated ? '\\x{80}-\\x{10ffff}' : '\\x{0}-\\x{7f}';
  const isScript = kind === 'sc' || kind === 'Script';
  const short = isScript ? name : (Object.hasOwn(SHORT_NAMES, name) && SHORT_NAMES[name]) || name;
  return isKnownToRe2(short) ? `\\${negated ? 'P' : 'p'}{${short}}` : undefined;
}
