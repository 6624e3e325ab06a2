import { decodeLeet, latinOf, readable } from './fold-text.ts';
import { ILLEGAL_GOODS, OTHER_SCRIPTS, type Good } from './illegal-goods.ts';
import type { Find } from './word-screen.ts';

// Words around the goods, by language, as patterns for sentences that `plain` returns.

const anyOf = (...alternatives: readonly string[]): string => alternatives.join('|');

/** Words of an offer before the goods. */
const OFFER_BEFORE = anyOf(
  'buy(?:ing)?|purchas(?:e|es|ing)|sell(?:s|ing|ers? of)?|get(?:s|ting)?|order(?:s|ing)?|rent(?:s|ing)?|hir(?:e|es|ing)',
  'cheap(?:est)?|wholesale|suppliers? of|deliver(?:s|ing)?|offer(?:s|ing)?|provid(?:e|es|ing)|download|fresh|custom',
  '(?:access|shop|store|market(?:place)?|source|api) (?:to|for|of)|we (?:have|got)',
  'kauf(?:en|e|t)?|verkauf(?:en|e|t)?|bestell(?:en|e|t)?|gunstige?|hier gibt(?: es|s)?|miet(?:en|e)|liefer(?:n|t)|bieten',
  'achet(?:er|ez)|achat de|vend(?:re|s|ons|ez|o|er|esi)?|ventes? de|commander',
  'compra[rm]?(?: de)?|vent[ao]s? de|venda de|pedir|comprare|vendita di|ordinare',
  'kopen|koop|verkoop(?:t)?|bestel(?:len)?|kup(?:ic|ie|uj)?|sprzeda[jmz][a-z]*',
);

/** The same after them. */
const OFFER_AFTER = anyOf(
  '(?:for|on) (?:sale|hire|rent)|for (?:cheap|cash|bitcoin)|wholesale|on demand|to order|made to order|built for you|as a service',
  'kauf(?:en)?|(?:zu )?verkauf(?:en|t)?|bestell(?:en|ung)|gunstig|mieten|auf (?:bestellung|anfrage)|nach mass|als (?:dienst(?:leistung)?|service)',
  'a (?:vendre|acheter|louer|la (?:demande|vente|commande))|sur (?:demande|commande|mesure)|en vente|en tant que service|pas chers?',
  'a la (?:venta|carta)|en venta|bajo demanda|por encargo|a (?:medida|pedido)|como servi[cz]io|barat[ao]s?',
  'come servizio|in vendita|su (?:richiesta|commissione|misura)|a venda|sob (?:demanda|encomenda|medida)',
  'te (?:koop|huur)|kopen|bestellen|op (?:bestelling|aanvraag)|na (?:sprzedaz|zamowienie)|satilik|satisi?|satin al',
);

/** Nouns of an offer directly after them: "stolen card shop", but not "stolen cards cost shops money". */
const OFFER_NOUNS =
  'available|sales?|shops?|stores?|vendors?|market(?:place)?s?|sellers?|suppliers?|deliver(?:y|ed)|development|rentals?|cheap|here|now';

/** Stems of words with which something protects from the goods, or studies them. */
const DEFENCE = anyOf(
  'detect(?!able)|check(?!ed|ing out| out)|prevent|protect(?!ed)|block|scan|monitor|simulat|training|aware|defen[cs]|defend|identif(?!y ?t)|recogni[sz]|classif|moderat|filter',
  'analy[sz]|report|alert|remov|take ?down|fight|combat|anti\\b|anti[a-z]|research|statisti|stats|news|laws?\\b|legal(?!ly)|police|investigat|look ?ups?|risk|scor(?:e|ing)',
  'intelligence|complian|educat|histor|decrypt|recover(?!ed)|disinfect|mitigat|shield|guard|warn|flag|stop|spot|track|watch|feed|denylist|block ?list|insur|verif(?!ied)|validat(?!ed)',
  'whether|were |was |have i|hotline|hash|insight|rid of|seiz|confiscat|lost|replac|refund|dispute|test (?:strip|kit)|treat|rehab|addict|interaction|toxic|forensic|audit|survey|stud(?:y|ies)',
  'signature|fingerprint|trend|taxonomy|visuali[sz]|redact|mask|anonymi|overdose|encyclop|dictionar|negotiat|victim|securit|hunt|finds\\b|finder|screen|refus|reject|declin|clean',
  'erkenn|schutz|pruf(?!t)|abwehr|schulung|uberwach|melde|sperr|beratung',
  'protec|proteg|preven|verifi(?!e)|signal|bloque|deteccion|detectar|formation|formacion|rilev|protezione|riconosc',
  'herken|bescherm|controle|wykry|ochron|tespit|koruma',
);

/** Phrases with such a word that promise the buyer not to be caught, or not to be cheated. */
const EVASION =
  /\b(?:bypass|evad|undetect|avoid|circumvent|beat|unblock|untrac|without|never|no|not|safe from)[a-z]*(?: [a-z']+){0,3}|\b(?:buyer|fraud|money back) (?:protection|guarantee)|\bchecked and [a-z]+|\bsecure (?:payment|checkout|shop|store|delivery|escrow|and)[a-z]*|\btrack your|\bstop (?:at|by)|\bwatch out/g;

const TEST_DATA =
  /\b(?:test(?!ed)|testing|tests|sample|mock|dummy|sandbox|placeholder|demo|faker|numbers?|synthetic|random)\b/;

/** Words that add nothing to a title: it still names the goods alone. */
const FILLERS =
  /\b(?:a|an|the|of|for|your|our|my|all|any|and|or|in|to|at|best|new|real|good|top|quality|high|premium|valid|working|verified|fresh|online|now|here|fast|worldwide|undetectable|undetected|untraceable|anonymous|instant|numbers?|full|info|de|la|le|les|des|und|mit|fur)\b|[^a-z]/g;

/** A word of an offer directly before the goods, or with an adjective or two between. */
const BESIDE_BEFORE = new RegExp(`\\b(?:${OFFER_BEFORE})(?: [a-z']+){0,2} $`);
const BESIDE_AFTER = new RegExp(
  `^ (?:(?:[a-z']+ )?(?:${OFFER_AFTER})|(?:(?:is|are) )?(?:${OFFER_NOUNS}))\\b|^, (?:delivered|cheap|in stock|for sale)\\b`,
);
const OFFER = new RegExp(`\\b(?:${OFFER_BEFORE}|${OFFER_AFTER})\\b`);

/** Words before the goods that say the service protects against them. */
const DEFENCE_BEFORE = new RegExp(
  `\\b(?:${DEFENCE}|against|if|(?:are|is|was|were) (?:your|my))|[a-z]-free\\b`,
);
/** Or after them, if the goods are only part of a name: "stolen card check". */
const DEFENCE_AFTER = new RegExp(`\\b(?:${DEFENCE})|\\bfree\\b`);

/** Words that end the part after the goods which belongs to them. */
const CLAUSE_END = new RegExp(
  `,| (?:with|by|and|but|never|no|not|plus|all|from|that|which|are|is|${OFFER_AFTER}|${OFFER_NOUNS})\\b`,
);
const MAX_AFTER_WORDS = 5;
/** Characters before and after the goods that are read: a hostile sentence is as long as a schema. */
const REACH = 1_000;

/** A word with a digit between its letters: "r4nsomware". */
const isLeet = (token: string) => /[a-z][0-9@$]+[a-z]/.test(token);

/**
 * A sentence as the patterns expect it: words are separated by one space, clauses by a comma; spaced
 * letters ("s t o l e n") are one word.
 */
const plain = (text: string): string =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s[-\u2013\u2014]+\s|[\u2013\u2014()[\]{}]+/g, ' , ')
    .replace(/&/g, ' and ')
    .replace(/[a-z0-9@$]+/g, (token) => (isLeet(token) ? decodeLeet(token) : token))
    .replace(/(.)\1{2,}/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N}',:]/gu, ' ')
    .replace(/(?<![a-z'])(?:[a-z] ){2,}[a-z](?![a-z'])/g, (letters) => letters.replaceAll(' ', ''))
    .replace(/ +/g, ' ')
    .replace(/ ?([,:]) ?/g, '$1 ')
    .trim();

/** The few words after the goods that belong to them. */
function remainder(after: string): string {
  const [clause = ''] = after.replace(/^:/, '').split(CLAUSE_END, 1);
  return clause.split(' ', MAX_AFTER_WORDS + 1).join(' ');
}

/** A place in a sentence where one of the goods is named. */
function isOfferAt(
  { needsOffer, isTitle, isTestData }: Good,
  sentence: string,
  { before, after, isWhole }: { before: string; after: string; isWhole: boolean },
): boolean {
  const clause = before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf(':')) + 1);
  const isBeside = BESIDE_BEFORE.test(clause) || BESIDE_AFTER.test(after);
  const isOffered =
    needsOffer === 'never' ||
    isBeside ||
    (needsOffer === 'anywhere' && OFFER.test(sentence)) ||
    (isWhole && isTitle && (before + after).replace(FILLERS, '') === '');
  if (!isOffered || (isTestData && TEST_DATA.test(sentence))) return false;
  const context = isBeside ? clause : before;
  return (
    !DEFENCE_AFTER.test(remainder(after).replace(EVASION, ' ')) &&
    !DEFENCE_BEFORE.test(context.replace(EVASION, ' '))
  );
}

function isOffer(good: Good, sentence: string, isWhole: boolean): boolean {
  const { pattern } = good;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(sentence); match; match = pattern.exec(sentence)) {
    const start = Math.max(match.index - REACH, 0);
    const around = sentence.slice(start, pattern.lastIndex + REACH);
    const before = sentence.slice(start, match.index);
    const after = sentence.slice(pattern.lastIndex, pattern.lastIndex + REACH);
    if (isOfferAt(good, around, { before, after, isWhole })) return true;
  }
  return false;
}

/** What ends a sentence, also in a title; bounded, because a schema may consist of dots. */
const SENTENCE = /(?:(?![.!?;|\u2022\u3002\uff01\uff1f]{1,9}(?:\s|$)|\n)[^])+/g;
const BEYOND_LATIN = /[^\0-\u02ff]/;

/** The same in scripts without Latin letters: without a grammar, so one defence clears the sentence. */
const isOfferElsewhere = (sentence: string, isWhole: boolean) =>
  OTHER_SCRIPTS.some(({ goods, offer, defence }) => {
    const match = goods.exec(sentence);
    if (!match || defence.test(sentence)) return false;
    return offer.test(sentence) || (isWhole && match[0].length === sentence.trim().length);
  });

/**
 * An offer, in one sentence, of something illegal everywhere: stolen cards and access, malware and phishing
 * kits, forged papers, hard drugs, violence, abuse of children. Services that detect, prevent or study
 * these say so before the goods, or directly after them, and are not offers. The index is that of the
 * sentence. `isTitle`: the text is the listing's name, so the goods alone are an offer.
 */
function find(text: string, isTitle: boolean): number | undefined {
  const given = readable(text);
  for (const { 0: sentence, index } of given.matchAll(SENTENCE)) {
    const latin = plain(latinOf(sentence));
    const isFound =
      ILLEGAL_GOODS.some((each) => isOffer(each, latin, isTitle)) ||
      (BEYOND_LATIN.test(sentence) && isOfferElsewhere(sentence, isTitle));
    if (isFound) return Math.min(index, Math.max(text.length - 1, 0));
  }
  return undefined;
}

export const findIllegalOffer: Find = (text) => find(text, false);
export const findIllegalTitle: Find = (text) => find(text, true);
