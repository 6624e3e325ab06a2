// Words around illegal goods, as patterns for plain sentences (illegal-offers.ts), by language.

const anyOf = (...alternatives: readonly string[]): string => alternatives.join('|');

/** Words of an offer before the goods. */
export const OFFER_BEFORE = anyOf(
  'buy(?:ing)?|purchas(?:e|es|ing)|sell(?:s|ing|ers? of)?|get(?:s|ting)?|order(?:s|ing)?|rent(?:s|ing)?|hir(?:e|es|ing)',
  'cheap(?:est)?|wholesale|suppliers? of|deliver(?:s|ing)?|offer(?:s|ing)?|provid(?:e|es|ing)|download|fresh|custom',
  '(?:access|shop|store|market(?:place)?|source|api) (?:to|for|of)|we (?:have|got)',
  'kauf(?:en|e|t)?|verkauf(?:en|e|t)?|bestell(?:en|e|t)?|gunstige?|hier gibt(?: es|s)?|miet(?:en|e)|liefer(?:n|t)|bieten',
  'achet(?:er|ez)|achat de|vend(?:re|s|ons|ez|o|er|esi)?|ventes? de|commander',
  'compra[rm]?(?: de)?|vent[ao]s? de|venda de|pedir|comprare|vendita di|ordinare',
  'kopen|koop|verkoop(?:t)?|bestel(?:len)?|kup(?:ic|ie|uj)?|sprzeda[jmz][a-z]*',
);

/** The same after them. */
export const OFFER_AFTER = anyOf(
  '(?:for|on) (?:sale|hire|rent)|for (?:cheap|cash|bitcoin)|wholesale|on demand|to order|made to order|built for you|as a service',
  'kauf(?:en)?|(?:zu )?verkauf(?:en|t)?|bestell(?:en|ung)|gunstig|mieten|auf (?:bestellung|anfrage)|nach mass|als (?:dienst(?:leistung)?|service)',
  'a (?:vendre|acheter|louer|la (?:demande|vente|commande))|sur (?:demande|commande|mesure)|en vente|en tant que service|pas chers?',
  'a la (?:venta|carta)|en venta|bajo demanda|por encargo|a (?:medida|pedido)|como servi[cz]io|barat[ao]s?',
  'come servizio|in vendita|su (?:richiesta|commissione|misura)|a venda|sob (?:demanda|encomenda|medida)',
  'te (?:koop|huur)|kopen|bestellen|op (?:bestelling|aanvraag)|na (?:sprzedaz|zamowienie)|satilik|satisi?|satin al',
);

/** Nouns of an offer directly after them: "stolen card shop", but not "stolen cards cost shops money". */
export const OFFER_NOUNS =
  'available|sales?|shops?|stores?|vendors?|market(?:place)?s?|sellers?|suppliers?|deliver(?:y|ed)|development|rentals?|cheap|here|now';

/** Stems of words with which something protects from the goods, or studies them. */
export const DEFENCE = anyOf(
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
export const EVASION =
  /\b(?:bypass|evad|undetect|avoid|circumvent|beat|unblock|untrac|without|never|no|not|safe from)[a-z]*(?: [a-z']+){0,3}|\b(?:buyer|fraud|money back) (?:protection|guarantee)|\bchecked and [a-z]+|\bsecure (?:payment|checkout|shop|store|delivery|escrow|and)[a-z]*|\btrack your|\bstop (?:at|by)|\bwatch out/g;

export const TEST_DATA =
  /\b(?:test(?!ed)|testing|tests|sample|mock|dummy|sandbox|placeholder|demo|faker|numbers?|synthetic|random)\b/;

/** Words that do not make a title anything else than the goods. */
export const FILLERS =
  /\b(?:a|an|the|of|for|your|our|my|all|any|and|or|in|to|at|best|new|real|good|top|quality|high|premium|valid|working|verified|fresh|online|now|here|fast|worldwide|undetectable|undetected|untraceable|anonymous|instant|numbers?|full|info|de|la|le|les|des|und|mit|fur)\b|[^a-z]/g;
