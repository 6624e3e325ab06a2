import { decodeLeet, latinOf, readable } from './fold-text.ts';
import type { Find } from './word-screen.ts';

// What no law allows anyone to sell. Each pattern is matched within one sentence, on text as
// `fold` leaves it: lower case, ASCII, no accents. Repetitions are bounded, so the time is linear.

/** Words of an offer, in the languages that the goods below have. */
const OFFER =
  /\b(?:buy(?:ing)?|purchas(?:e|es|ing)|sell(?:s|ing|ers?)?|(?:for|on) sale|sales?|shops?|stores?|vendors?|market(?:place)?s?|order(?! of\b)(?:s|ed|ing)?|cheap(?:est)?|wholesale|suppliers?|deliver(?:y|ed|s)|on[ -]demand|as[ -]a[ -]service|en tant que service|como servicio|als dienst|come servizio|como servico|a la carta|fresh|custom|downloads?|for (?:hire|rent)|hire|rent(?:al|als|ing)?|kaufen|kauf|verkauf(?:en|t)?|bestell(?:en|ung)|gunstig|mieten|liefer(?:n|ung)|acheter|achat|vend(?:re|s)|ventes?|commander|sur (?:demande|commande)|pas cher|louer|compra[r]?|vend(?:er|o|esi|ita)|ventas?|venda|pedir|bajo demanda|barat[ao]s?|comprare|ordinare|su (?:richiesta|commissione)|sob (?:demanda|encomenda)|kopen|te koop|bestellen)\b/;

/** Words with which something protects from what it names, or studies it. */
const DEFENCE =
  /\b(?:detect(?!able)|check(?!ed)|prevent|protect|block|scan|monitor|simulat|training|aware|defen[cs]|defend|identif|recogni[sz]|classif|moderat|filter|analy[sz]|report|alert|remov|take ?down|fight|combat|against|anti|research|statisti|stats|news|laws?\b|legal|police|investigat|look ?up|risk|scor(?:e|ing)|intelligence|complian|educat|histor|decrypt|recover|disinfect|mitigat|shield|guard|warn|flag|stop|spot|track|watch|feed|denylist|insur|verif(?!ied)|whether|were |was |have i|hotline|hash|insight|rid of|seiz|confiscat|lost|replac|refund|dispute|test (?:strip|kit)|treat|rehab|addict|interaction|toxic|forensic|audit|survey|stud(?:y|ies)|erkenn|schutz|pruf(?!t)|abwehr|schulung|uberwach|melde|sperr|protec|proteg|prevenc|prevenir|verifi|signal|bloque|deteccion|detectar|formation|formacion|rileva|prevenzione|protezione|herken|bescherm)|[a-z]-free\b/;

/** Phrases with such a word that promise the buyer not to be caught, or not to be cheated. */
const EVASION =
  /\b(?:bypass|evad|undetect|avoid|circumvent|beat|unblock|without|no|not)[a-z]*(?: [a-z'-]+){0,3}|\b(?:buyer|fraud) protection|\bchecked and [a-z]+/g;

const THEFT = '(?:stolen|hacked|skimmed|cloned|hijacked|leaked|cracked|compromised|phished)';
const ACCESS =
  '(?:(?:credit|debit|bank|payment|gift) ?)?(?:cards?|card (?:numbers|data|details)|accounts?|credentials?|logins?|passwords?|identit(?:y|ies)|ssns?|social security numbers?|paypals?|databases?|(?:personal |customer )?data)';
const MALWARE =
  '(?:ransomware|malware|keyloggers?|botnets?|(?:info ?)?stealers?|spyware|rootkits?|crypters?|stalkerware|(?:remote access|banking) trojans?|computer virus(?:es)?|exploit kits?|erpressungstrojaner|schadsoftware|schadprogramme?|logiciels? malveillants?|maliciel|rancongiciels?)';
const PAPERS =
  "(?:passports?|(?:national )?ids?(?: cards?)?|identity (?:cards?|documents?)|driv(?:ing|er'?s?) licen[cs]es?|banknotes?|money|currency|bills|euros?|dollars?|visas?|diplomas?|prescriptions?|birth certificates?|reisepasse|passe|ausweise?|personalausweise?|fuhrerscheine?|geldscheine?|banknoten|rezepte|passeports?|papiers(?: d'identite)?|billets|permis|ordonnances)";
const PEOPLE = '(?:child(?:ren)?|kids?|minors?|underage|pre-?teens?|toddlers?|infants?)';

interface Offer {
  pattern: RegExp;
  /** Only together with a word of an offer: the goods may also be named for another reason. */
  needsOffer?: true;
  /** Also allowed in test data, which many services make. */
  isTestData?: true;
}

const of = (source: string, more: Omit<Offer, 'pattern'> = {}): Offer => ({
  pattern: new RegExp(`\\b(?:${source})\\b`),
  ...more,
});
const sold = (source: string): Offer => of(source, { needsOffer: true });

const ILLEGAL: readonly Offer[] = [
  // Other people's money and access.
  sold(`${THEFT}[ -](?:[a-z]+[ -]){0,2}?${ACCESS}`),
  sold(
    'fullz|cvv2? (?:shops?|stores?|dumps?)|card dumps|dumps (?:with|and) pins?|combolists?|(?:e-?mail|mail|user)[: ]pass(?:word)? (?:combos?|lists?)',
  ),
  sold('(?:credit|debit) card numbers? with cvv2?s?|kreditkartendaten'),
  of('stolen (?:(?:credit|debit|bank) )?card (?:numbers|data|details)|credit card dumps'),
  of('(?:card|bank|identity|refund) fraud (?:kits?|guides?|tutorials?|methods?)'),
  of('carding (?:shops?|services?|methods?|forum|tutorials?)'),
  sold(
    '(?:gestohlen|geklaut|gehackt|geklont)e[nrs]? (?:[a-z]+ )?(?:kreditkarten|bankkarten|karten|konten|bankkonten|kontodaten|zugangsdaten|passworter|identitaten|accounts)',
  ),
  sold(
    '(?:cartes?|comptes?|identifiants|mots de passe|donnees)(?: bancaires?| de credit| bleues?)? (?:vole|pirate|clone)e?s?',
  ),
  sold(
    '(?:tarjetas?|cuentas?|contrasenas?|credenciales|cartoes|contas|senhas)(?: de credito| bancarias?)? (?:robad|roubad|clonad|hackead)[ao]s?',
  ),
  sold('(?:carte|conti|credenziali|account)(?: di credito| bancari)? (?:rubat|clonat)[aeio]'),
  of(
    "hack(?:s|ing)? (?:into )?(?:any|anyone'?s?|someone'?s?|somebody'?s?|other people'?s?|(?:the|a|your) (?:ex|wife|husband|girlfriend|boyfriend|partner|neighbou?r)(?:'?s)?)(?: [a-z'-]+){0,2} (?:accounts?|e?mails?|inbox|phones?|wi-?fi|passwords?|facebook|instagram|whatsapp|snapchat|gmail)",
  ),
  of(
    'hack(?:s|ing)? (?:facebook|instagram|whatsapp|snapchat|gmail|paypal|bank|netflix) (?:accounts?|passwords?|profiles?)',
  ),
  of(
    '(?:facebook|instagram|whatsapp|snapchat|gmail|e-?mail|bank|paypal) accounts? hacking|hire an? hackers?',
  ),
  of('credential stuffing[ -](?:services?|tools?|as[ -]a[ -]service|on[ -]demand|configs?)'),
  of('spy(?:ing|s)? on (?:your|the|a) (?:wife|husband|girlfriend|boyfriend|partner|ex|spouse)'),
  of('hackers? for hire|account takeovers?[ -](?:as a service|on demand|for hire)'),
  of('sim[ -]?swap(?:ping|s)?[ -](?:services?|as a service|on demand|for hire)'),
  of(
    'launder(?:s|ing)? (?:(?:your|dirty|any|stolen|illegal) )?(?:money|cash|bitcoins?|crypto[a-z]*|funds)|money laundering[ -](?:services?|as a service|on demand)',
  ),
  // Tools of attacks.
  of(
    `(?:${MALWARE}|trojan)[ -](?:builders?|generators?|makers?|creators?|construction kits?|kits?|baukasten|as[ -]a[ -]service)`,
  ),
  of('(?:ransomware|malware|trojaner|virus|viren|phishing)-?baukasten'),
  sold(MALWARE),
  of(
    'phishing[ -](?:page|site|website|e-?mail|kit|panel) (?:builders?|generators?|makers?|creators?)',
  ),
  of('phishing[ -]as[ -]a[ -]service'),
  of(
    '(?:creat|generat|mak|build)(?:e|es|ing|s) (?:[a-z]+ )?phishing (?:pages?|sites?|websites?|kits?|e-?mails?)',
  ),
  of('mak(?:e|es|ing) (?:your )?(?:malware|virus(?:es)?|payloads?) undetectable'),
  of('(?:sms|e-?mail|call|otp)[ -]bombers?'),
  sold(
    'phishing[ -]?(?:pages?|sites?|websites?|kits?|panels?|templates?|e-?mails?|campaigns?|seiten|mails?)|(?:pages?|kits?|sites?) de phishing|(?:paginas?|kits?|pagine) (?:de|di) phishing',
  ),
  of(
    '(?:ddos|booters?|(?:ip )?stressers?)[ -](?:attacks?[ -])?(?:for[ -]hire|on[ -]demand|as[ -]a[ -]service|services?|panels?)',
  ),
  of('(?:swatting|doxx?ing)[ -](?:services?|as a service|on demand|for hire)'),
  // Forgeries.
  of(`(?:fake|counterfeit|forged|falsified|faux|fausses?|gefalschte[nrs]?) (?:[a-z]+ )?${PAPERS}`, {
    needsOffer: true,
    isTestData: true,
  }),
  sold(
    '(?:pasaportes?|billetes|documentos?|carnets?|passaporti?|patenti|documenti|banconote|passaportes?|notas) fals[aeio]s?|falschgeld',
  ),
  of(
    '(?:fake|counterfeit|forged) (?:passports?|id cards?|banknotes?|money|bills|euros?|dollars?) (?:generators?|makers?|printing|templates?)',
    {
      isTestData: true,
    },
  ),
  // Drugs and weapons.
  sold(
    '(?:cocaine|heroin|crystal meth|methamphetamine|meth|fentanyl|mdma|crack cocaine|illegal drugs|drogen|kokain|cocaina|heroina)',
  ),
  sold('(?:untraceable|unregistered|ghost|illegal) (?:guns?|firearms?|weapons?|pistols?|rifles?)'),
  sold(
    '(?:guns?|firearms?|weapons?) without (?:a )?(?:licen[cs]es?|permits?|background checks?)|waffen ohne (?:waffen)?schein',
  ),
  of('bomb[ -]making (?:instructions?|guides?|kits?|tutorials?)'),
  // Violence and abuse.
  of(
    'murder[ -]for[ -]hire|assassinations?[ -](?:services?|as a service|on demand|for hire)|contract killings?|human trafficking[ -](?:services?|as a service|on demand)',
  ),
  of(
    '(?:hit ?m[ae]n|assassins?|contract killers?) (?:for hire|on demand|as a service)|(?:hire|rent|book) an? (?:hit ?man|assassin|contract killer)',
  ),
  sold('auftragsmord[ae]?|auftragskiller|tueurs? a gages|sicarios?'),
  sold('human (?:organs?|kidneys?)'),
  of('kidneys? for sale|(?:buy|sell)(?:ing)? (?:a )?kidneys?(?! bean)'),
  of(
    `${PEOPLE} (?:nudes|(?:[a-z]+ )?(?:porn[a-z]*|erotica|sex (?:videos?|images?|pics?|content)))|kinderporn[a-z]*|pedoporn[a-z]*|pedopornogra[a-z]*|pornogra(?:fia|phie) (?:infantil|infantile|enfantine|minorile)`,
  ),
  of(
    'sex with (?:minors|children|kids|underage)|child (?:sexual )?abuse (?:images?|videos?|pictures?|content)',
  ),
  sold('csam|child sexual abuse material|revenge porn'),
];

/** A text of which no pattern can match, in one pass: most are. */
const SIGNS =
  /stolen|hack|skimm|clon|hijack|leak|crack|comprom|phish|fullz|cvv|dumps|combo|carding|gestohl|geklau|vole|pirat|roba|rouba|ruba|takeover|swap|launder|ware|keylog|botnet|steal|rootkit|crypter|trojan|virus|exploit|erpress|schad|maliciel|rancongiciel|malveill|baukasten|ddos|booter|stresser|swatting|dox|fake|counterf|forged|falsif|faux|fausse|falsch|fals|cocain|heroin|meth|fentanyl|mdma|kokain|untrace|unregist|ghost|illegal|bomb|murder|assassin|hit ?m[ae]n|kill|gages|sicario|kidney|organ|traffick|weapon|gun|firearm|waffen|drug|drogen|bomber|credential|card fraud|fraud |spy|kreditkarten|undetectable|porn|nude|erotica|underage|csam|abuse|sex /;

const TEST_DATA =
  /\b(?:test(?!ed)|testing|tests|sample|mock|dummy|sandbox|placeholder|demo|faker|numbers?|synthetic|random)\b/;

/** A word between letters of which a digit stands: "r4nsomware". */
const isLeet = (word: string) => /[a-z][0-9@$]+[a-z]/.test(word);

/** As the patterns expect it: the positions stay those of the text where it is ASCII. */
const fold = (text: string): string =>
  latinOf(readable(text)).replace(/[a-z0-9@$]+/g, (word) =>
    isLeet(word) ? decodeLeet(word) : word,
  );

/** What ends a sentence, also in a title. */
const SENTENCE_END = /[.!?;|\n\u2022]+(?=\s|$)|\n/;

function isOffered(sentence: string): boolean {
  const isSold = OFFER.test(sentence);
  return ILLEGAL.some(({ pattern, needsOffer, isTestData }) => {
    if (needsOffer && !isSold) return false;
    return pattern.test(sentence) && !(isTestData && TEST_DATA.test(sentence));
  });
}

/**
 * Something illegal everywhere that a sentence offers: stolen cards and access, malware and phishing
 * kits, forged papers, hard drugs, violence, abuse of children. Not the services that detect, prevent
 * or study it: a sentence with a word such as "detects" or "protection" is no offer, unless that word
 * only promises not to be caught.
 */
export const findIllegalOffer: Find = (text) => {
  const folded = fold(text);
  if (!SIGNS.test(folded)) return undefined;
  let from = 0;
  for (const sentence of folded.split(SENTENCE_END)) {
    if (isOffered(sentence) && !DEFENCE.test(sentence.replaceAll(EVASION, ' '))) {
      return folded.indexOf(sentence, from);
    }
    from += sentence.length;
  }
  return undefined;
};
