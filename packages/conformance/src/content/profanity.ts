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

/** Index of the first offence in a text, if it has one. */
export type Find = (text: string) => number | undefined;

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

/** Places, names and common words that hold one of the above, or come to it by a leet letter. */
const INNOCENT =
  'scunthorpe|snigger|niggerhead|pussy willow|pussycat|chink in the|chinks in the|faggots and peas|jackass penguin'.split(
    '|',
  );

/** As the library recommends, but that "(" is no "c": "waits (until it is done)" was an offence. */
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

let built: Find | undefined;

/**
 * Insults and slurs, also spelled with digits and look-alike letters. What adult, medical and
 * moderation services name in earnest (anatomy, acts, "porn") is not among them, nor is
 * what means something else elsewhere (`retard` is a delay in French, `Kike` a Spanish name). Words of
 * English alone.
 */
export const findProfanity: Find = (text) => (built ??= finder([...SLURS, ...VULGAR]))(text);
