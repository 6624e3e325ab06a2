import { type Check, type Detail, isApiKey, LIMITS, type ListingContent } from '@mkt/protocol';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { failed, passed } from '../checks/check.ts';
import {
  contentFields,
  type Field,
  profileFields,
  type ProfileTexts,
  type RuleName,
} from './content-fields.ts';
import { findIllegalOffer, findIllegalTitle } from './illegal-offers.ts';
import { findProfanity } from './profanity.ts';
import { createWordScreen, type Find } from './word-screen.ts';

/**
 * Markup that would run if a page that shows the text did not escape it. Only markup that is meant
 * to run: "removes <script> tags" and `List<Image>` are text. Bounded repetitions keep a text of
 * 5000 characters under a millisecond or two.
 */
const RUNNING = [
  /<script\b[^<>]{0,500}>[^<]{0,1000}<\/script/i,
  /<(?:script|iframe|embed|object)\b[^<>]{0,500}\b(?:src|srcdoc|data)\s{0,5}=/i,
  /<[a-z][\w:-]{0,30}\b[^<>]{0,500}[\s"'/]on(?:error|load|click|dblclick|focus|blur|submit|change|input|toggle|wheel|scroll|drop|copy|cut|paste|begin|message|resize|select|play|(?:mouse|key|pointer|touch|drag|animation|transition|before)[a-z]{0,20})\s{0,5}=/i,
  /\b(?:href|src|action|formaction)\s{0,5}=\s{0,5}["']?\s{0,5}(?:javascript|vbscript|data:text\/html)/i,
  /\]\(\s{0,5}(?:javascript|vbscript|data):/i,
];

const findMarkup: Find = (text) => {
  for (const pattern of RUNNING) {
    const index = pattern.exec(text)?.index;
    if (index !== undefined) return index;
  }
  return undefined;
};

/** A web address; names with a dot (`Next.js`, `example.com`) are not links. */
const findLink: Find = (text) => /\b(?:https?:\/\/|www\.)\S/i.exec(text)?.index;

interface Kind {
  pattern: RegExp;
  /** A stricter test of what the pattern matched. */
  isReal?(text: string): boolean;
}

/** Every pattern begins with a fixed text and has no repetition inside a repetition: linear. */
const KINDS: readonly Kind[] = [
  { pattern: /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----/g },
  { pattern: /\bmkt_[0-9A-Za-z]{49}\b/g, isReal: isApiKey },
  {
    pattern: /\bwhsec_[A-Za-z0-9+/]{32,88}={0,2}/g,
    isReal: (text) => parseSigningSecret(text) !== undefined,
  },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, isReal: (text) => /\d/.test(text) },
  { pattern: /\bgh[opsu]_[0-9A-Za-z]{36}\b/g },
  { pattern: /\bgithub_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}\b/g },
  { pattern: /\bglpat-[\w-]{20}\b/g },
  { pattern: /\bxox[abp]-\d{8,14}-[0-9A-Za-z-]{20,80}\b/g },
  { pattern: /\b[rs]k_live_[0-9A-Za-z]{24,99}\b/g },
  { pattern: /\bAIza[\w-]{35}\b/g },
  { pattern: /\bsk-(?:ant|proj)-[\w-]{40,200}\b/g },
  { pattern: /\bnpm_[0-9A-Za-z]{36}\b/g },
];

/** Placeholders of documentation: AWS's own reads AKIAIOSFODNN7EXAMPLE. */
const PLACEHOLDER = /EXAMPLE|X{8}|0{8}|1234567890|abcdefghij/i;

/** A private key or an access key that should not be published, such as secret scanners report. */
const findSecret: Find = (text) => {
  for (const { pattern, isReal } of KINDS) {
    for (const match of text.matchAll(pattern)) {
      const [found] = match;
      if (!PLACEHOLDER.test(found) && (isReal?.(found) ?? true)) return match.index;
    }
  }
  return undefined;
};

const MAX_BYTES = 1024 * 1024;
const MAX_WORDS = 20_000;
const MAX_LENGTH = 200;

export type BlockedWords = { ok: true; words: string[] } | { ok: false; message: string };

/**
 * An operator's own list: UTF-8 text with a word or phrase per line, matched as a whole in any
 * spelling that the built-in lists recognize; `#` starts a comment. Bounded: 1 MiB, 20,000 lines,
 * 200 characters each. The message continues the file's name: "is not UTF-8".
 */
export function readBlockedWords(bytes: Uint8Array): BlockedWords {
  if (bytes.length > MAX_BYTES) return { ok: false, message: `is larger than ${MAX_BYTES} bytes` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, message: 'is not UTF-8' };
  }
  const words: string[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const word = line.replace(/(^|\s)#.*$/u, '').trim();
    if (word === '') continue;
    const refuse = (message: string): BlockedWords => ({
      ok: false,
      message: `cannot be used: line ${index + 1} ${message}`,
    });
    if (word.length > MAX_LENGTH) return refuse(`is longer than ${MAX_LENGTH} characters`);
    if (/\p{Cc}/u.test(word)) return refuse('has a control character');
    if (!/[\p{L}\p{N}]/u.test(word)) return refuse('has no letter or digit');
    words.push(word);
    if (words.length > MAX_WORDS) return { ok: false, message: `has more than ${MAX_WORDS} words` };
  }
  return { ok: true, words };
}

/** The message of each rule, which continues a sentence that starts with the field's name. */
const MESSAGES: Readonly<Record<RuleName, string>> = {
  blocked_word: 'has a word that listings may not contain',
  profanity: 'has a word that listings may not contain',
  illegal_offer: 'seems to offer something illegal',
  markup: 'has markup that a browser would run',
  secret: 'has what looks like a secret key',
  link: 'has a web address',
};

const FINDERS: Readonly<Record<Exclude<RuleName, 'blocked_word'>, Find>> = {
  profanity: findProfanity,
  illegal_offer: findIllegalOffer,
  markup: findMarkup,
  secret: findSecret,
  link: findLink,
};

/** The `content` check of a listing; `slug` when the seller chose it or it comes from another title. */
export type ReviewContent = (content: ListingContent, slug?: string) => Check;

interface Offence {
  detail: Detail;
  sentence: string;
}

/**
 * The path of the part that contains the offence, or of the field if the part's path would repeat
 * it.
 */
function pathOf({ path, parts }: Field, find: Find): string {
  const part = parts?.find(({ text }) => find(text) !== undefined);
  if (!part) return path;
  const names = part.path.slice(path.length);
  return find(names.replaceAll(/[/~]/g, '\n')) === undefined ? part.path : path;
}

function offencesOf(field: Field, findBlocked: Find | undefined): Offence[] {
  const { label, text, rules, isExtract, isTitle } = field;
  const finders = isTitle ? { ...FINDERS, illegal_offer: findIllegalTitle } : FINDERS;
  return rules.flatMap((rule) => {
    const find = rule === 'blocked_word' ? findBlocked : finders[rule];
    const index = text === '' ? undefined : find?.(text);
    if (!find || index === undefined) return [];
    const message = MESSAGES[rule];
    const detail: Detail = {
      path: pathOf(field, find).slice(0, 200).toWellFormed(),
      message: isExtract ? message : `${message}, near character ${index + 1}`,
      keyword: rule,
    };
    const where = isExtract ? `at ${detail.path}` : `near character ${index + 1}`;
    return [{ detail, sentence: `the ${label} ${message} (rule "${rule}"), ${where}` }];
  });
}

/** What a passed and a failed check of some texts say. */
interface Wording {
  passed: string;
  fix: string;
}

const LISTING: Wording = {
  passed: 'title, description, tags, examples and schemas are fit to publish',
  fix: 'Change the text at the listed locations. If nothing is wrong there, ask the operator of the marketplace to approve the listing.',
};

const PROFILE: Wording = {
  passed: 'the profile is fit to publish',
  fix: 'Change the text at the listed locations.',
};

/**
 * The `content` check: every text that buyers see (title, chosen slug, description, category, unit,
 * tags, examples, and the names and texts of both schemas) against the rules profanity,
 * blocked_word, illegal_offer, markup, secret and link. The reason names the field, the rule and the
 * place, never the text. `blockedWords` are the operator's own, from `readBlockedWords`. The first check
 * prepares the word lists and patterns (about 75 ms); a check of the longest schemas takes up to 0.3 s.
 */
export function createContentReview(blockedWords: readonly string[] = []): ReviewContent {
  const review = createTextReview(blockedWords);
  return (content, slug) => review(contentFields(content, slug), LISTING);
}

/** The `content` check of a seller's profile. */
export type ReviewProfile = (profile: ProfileTexts) => Check;

/** The same rules for the texts of a profile, where only the name may not have a web address. */
export function createProfileReview(blockedWords: readonly string[] = []): ReviewProfile {
  const review = createTextReview(blockedWords);
  return (profile) => review(profileFields(profile), PROFILE);
}

function createTextReview(blockedWords: readonly string[]) {
  const findBlocked = blockedWords.length > 0 ? createWordScreen(blockedWords) : undefined;
  return function reviewTexts(fields: readonly Field[], wording: Wording): Check {
    const offences = fields.flatMap((field) => offencesOf(field, findBlocked));
    const [first] = offences;
    if (!first) return passed('content', wording.passed);
    const others = offences.length - 1;
    const more = others > 0 ? `; and ${others} more problem${others === 1 ? '' : 's'}` : '';
    return failed('content', {
      message: `${first.sentence}${more}`,
      fix: wording.fix,
      details: offences.slice(0, LIMITS.details).map(({ detail }) => detail),
    });
  };
}
