import { LIMITS, type Check, type Detail, type ListingContent } from '@mkt/protocol';
import { failed, passed } from '../checks/outcomes.ts';
import { contentFields, type Field, type RuleName } from './content-fields.ts';
import { findIllegalOffer, findIllegalTitle } from './illegal-offers.ts';
import { findLink, findMarkup } from './markup.ts';
import { findProfanity } from './profanity.ts';
import { profileFields, type ProfileTexts } from './profile-fields.ts';
import { findSecret } from './secrets.ts';
import { createWordScreen, type Find } from './word-screen.ts';

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
