import {
  collapseDuplicatesTransformer,
  DataSet,
  englishRecommendedTransformers,
  pattern,
  RegExpMatcher,
  remapCharactersTransformer,
  resolveConfusablesTransformer,
  toAsciiLowerCaseTransformer,
  type ParsedPattern,
} from 'obscenity';
import { AMBIGUOUS_WORDS } from './unscreened-words.ts';
import { foreignWords } from './foreign-words.ts';
import { decodeLeet } from './fold-text.ts';
import { createWordScreen, type Find } from './word-screen.ts';

/** Whole words of the patterns below, for spellings that only the word screen recognizes. */
const WHOLE_WORDS =
  'fuck,fucks,fucker,fuckers,fucked,fucking,motherfucker,cunt,cunts,shit,shits,shitty,bullshit,shithead,bitch,bitches,asshole,assholes,dumbass,dickhead,whore,whores,slut,sluts,pussy,twat,wanker,nigger,niggers,nigga,niggas,faggot,faggots,kikes,tranny'.split(
    ',',
  );

/** `|` is a word's edge, `[x]` an optional letter. */
const SLURS: ParsedPattern[] = [
  pattern`nigger`,
  pattern`|nigga|`,
  pattern`|niggas|`,
  pattern`|niggaz|`,
  pattern`faggot`,
  pattern`|kikes|`,
  pattern`|chink|`,
  pattern`|chinks|`,
  pattern`|tran[n]y|`,
  pattern`|tran[n]ies|`,
  pattern`|wetback`,
  pattern`|raghead`,
  pattern`|towelhead`,
];

const VULGAR: ParsedPattern[] = [
  pattern`fuck`,
  pattern`|fukin`,
  pattern`|fuker`,
  pattern`cunt`,
  pattern`|shit|`,
  pattern`|shits|`,
  pattern`|shit[t]y|`,
  pattern`|shithead`,
  pattern`bullshit`,
  pattern`|bitch|`,
  pattern`|bitches|`,
  pattern`|bitchy|`,
  pattern`|as[s]hole`,
  pattern`|dumbas[s]|`,
  pattern`|jackas[s]|`,
  pattern`|dickhead`,
  pattern`|cocksuck`,
  pattern`|whore|`,
  pattern`|whores|`,
  pattern`|sluts|`,
  pattern`|slut[t]y|`,
  pattern`|pussy|`,
  pattern`|pussies|`,
  pattern`|twat|`,
  pattern`|wanker`,
  pattern`|blowjob`,
  pattern`|handjob`,
  pattern`|gangbang`,
];

/**
 * Places, names and common words that contain one of the above, or do so once a digit is read as a
 * letter.
 */
const INNOCENT =
  'scunthorpe|snigger|niggerhead|pussy willow|pussycat|chink in the|chinks in the|faggots and peas|jackass penguin'.split(
    '|',
  );

/**
 * As the library recommends, except that "(" is not read as "c": "waits (until it is done)" would
 * be an offence.
 */
const spellings = () => [
  resolveConfusablesTransformer(),
  remapCharactersTransformer({ a: '@4', e: '3', g: '6', i: '1|!', o: '0', s: '$5', t: '7' }),
  toAsciiLowerCaseTransformer(),
  collapseDuplicatesTransformer({
    defaultThreshold: 1,
    customThresholds: new Map(['b', 'e', 'g', 'l', 'o', 's'].map((letter) => [letter, 2])),
  }),
];

const finder = (patterns: readonly ParsedPattern[]): Find => {
  const words = patterns.reduce(
    (set, each) => set.addPhrase((phrase) => phrase.addPattern(each)),
    new DataSet<object>().addPhrase((phrase) =>
      INNOCENT.reduce((innocent, term) => innocent.addWhitelistedTerm(term), phrase),
    ),
  );
  const matcher = new RegExpMatcher({
    ...words.build(),
    ...englishRecommendedTransformers,
    blacklistMatcherTransformers: spellings(),
  });
  return (text) => matcher.getAllMatches(text, true)[0]?.startIndex;
};

/** The beginnings of the patterns above, without repeated letters. */
const SIGNS =
  /fuc?k|cunt|shit|bitch|nig|fagot|kike|chink|tran[yi]|wetb|ragh|towelh|ashole|dumbas|jackas|dickh|cocks|whore|slut|pus[yi]|twat|wank|blowj|handj|gangb/;
const ONLY_ASCII = /^[\0-\x7f]*$/;

/**
 * Skipping a text without these signs saves eight of the ten milliseconds that the patterns take
 * for 64 KiB.
 */
const mayBeEnglish = (text: string) =>
  !ONLY_ASCII.test(text) || SIGNS.test(decodeLeet(text.toLowerCase()).replace(/(.)\1+/g, '$1'));

function createProfanityFinder(): Find {
  const english = finder([...SLURS, ...VULGAR]);
  const screen = createWordScreen([...WHOLE_WORDS, ...foreignWords()], AMBIGUOUS_WORDS);
  return (text) => (mayBeEnglish(text) ? english(text) : undefined) ?? screen(text);
}

let built: Find | undefined;

/**
 * Insults, slurs and vulgar words of many languages, also spelled with digits, look-alike letters
 * or single letters apart. It leaves out terms that adult, medical and moderation services need
 * (anatomy, acts, "porn"), and words that mean something else in another language (`retard` is a
 * delay in French, `Kike` a Spanish name).
 */
export const findProfanity: Find = (text) => (built ??= createProfanityFinder())(text);
