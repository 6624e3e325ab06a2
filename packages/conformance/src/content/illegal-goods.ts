// Goods that are illegal to sell everywhere, as patterns for a sentence that illegal-offers.ts has
// normalised: lower case, ASCII letters, one space between words. Bounded repetitions keep the time linear.

export interface Good {
  pattern: RegExp;
  /**
   * `never`: its name alone is the offer. `anywhere`: with a word of an offer in the sentence.
   * `beside`: with one directly before or after it, because the goods are mostly named for another reason.
   */
  needsOffer: 'never' | 'anywhere' | 'beside';
  /** Also allowed in test data, which many services make. */
  isTestData?: true;
  /** As the whole title of a listing it is an offer. */
  isTitle?: true;
}

const good = (source: string, more: Omit<Good, 'pattern'>): Good => ({
  pattern: new RegExp(`\\b(?:${source})\\b`, 'g'),
  ...more,
});
const always = (source: string): Good => good(source, { needsOffer: 'never' });
const offered = (source: string): Good => good(source, { needsOffer: 'anywhere', isTitle: true });
/** A single word, which is also the subject of services against it: "malware". */
const word = (source: string): Good => good(source, { needsOffer: 'anywhere' });
const beside = (source: string): Good => good(source, { needsOffer: 'beside' });

const THEFT =
  '(?:stolen|hacked|skimmed|cloned|hijacked|leaked|cracked|compromised|phished|breached|carded)';
const ACCESS =
  "(?:(?:(?:credit|debit|bank|payment|gift) ?)?(?:cards?|card (?:numbers|data|details|information|dumps?)|accounts?|credentials?|logins?|passwords?)|ccs?|cc's|(?:visa|mastercard|amex)(?: (?:numbers|cards?))?|identit(?:y|ies)|ssns?|social security numbers?|paypals?|iphones?)";
const DATA =
  '(?:(?:personal|customer|user|company|client|bank|e ?mail|medical|patient) )?(?:data(?:bases?|sets?)?)';
const MALWARE =
  '(?:ransom ?wares?|mal ?wares?|key ?loggers?|bot ?nets?|(?:info ?)?stealers?|spy ?wares?|root ?kits?|crypters?|stalker ?wares?|(?:remote access|banking) trojans?|(?:computer|email) (?:virus(?:es)?|worms?)|trojan horses?|exploit kits?|erpressungstrojaner|schadsoftware|schadprogramme?|logiciels? malveillants?|maliciels?|rancongiciels?|software maliciosos?|software malevolo)';
const BUILDERS =
  '(?:builders?|generators?|makers?|creators?|(?:construction |creation )?kits?|creation services?|baukasten|source code|as a service|als dienst|for hire)';
const PAPERS =
  "(?:passports?|(?:national )?ids?(?: cards?)?|id documents?|identity (?:cards?|documents?|papers)|driv(?:ing|er|ers|er's) licen[cs]es?|(?:bank ?)?notes?|money|currency|bills|(?:euros?|dollars?)(?: bills?| notes?)?|visas?|diplomas?|degrees|prescriptions?|(?:birth|vaccination|vaccine) (?:certificates?|cards?)|reisepasse?|passe|papiere|ausweise?|personalausweise?|fuhrerscheine?|geldscheine?|banknoten|euroscheine|zeugnisse|diplome|rezepte|passeports?|papiers(?: d'identite)?|billets|permis(?: de conduire)?|diplomes|monnaie|ordonnances|cartes? d'identite)";
const FAKE =
  '(?:fake|counterfeit|forged|falsified|bogus|faux|fausses?|gefalschte[nrs]?|falsche[nrs]?)';
const PEOPLE =
  '(?:child(?:ren)?|kids?|minors?|underage|pre ?teens?|toddlers?|infants?|little (?:girls?|boys?))';
const WHOSE =
  "(?:any|anyone'?s?|someone'?s?|somebody'?s?|other people'?s?|(?:the|a|your|my) (?:ex|wife|husband|girlfriend|boyfriend|partner|spouse|neighbou?r|boss)(?:'?s)?)";
const PROFILES =
  '(?:facebook|instagram|whatsapp|snapchat|tiktok|gmail|icloud|outlook|paypal|netflix|roblox|bank|e ?mail)';

export const ILLEGAL_GOODS: readonly Good[] = [
  // Other people's money and access.
  offered(`${THEFT} (?:[a-z]+ ){0,3}?${ACCESS}`),
  offered(`${THEFT} ${DATA}`),
  offered(
    'fullz|(?:stealer|infostealer) logs|combo ?lists?|credit card dumps|dumps (?:with|and) pins?',
  ),
  word(
    '(?:credit|debit|bank|gift) cards?,? (?:stolen|hacked|cloned)|bank log(?:s|ins)|money mules?',
  ),
  word('card dumps|(?:e ?mail|mail|user) ?:? ?pass(?:word)? (?:combos?|lists?)'),
  beside(
    "cvv2?s?|ssns?|social security numbers|other people's (?:[a-z]+ ){0,2}?(?:cards?|accounts?|passwords?|data)",
  ),
  word('(?:credit|debit) ?card numbers? with cvv2?s?|kreditkartendaten'),
  always(
    '(?:credit |debit )?(?:card fraud|bank fraud|identity (?:fraud|theft)|refund fraud|tax fraud|insurance fraud|wire fraud) (?:kits?|guides?|tutorials?|methods?|as a service|for hire|on demand)',
  ),
  always('carding (?:shops?|services?|methods?|forums?|tutorials?|bots?)'),
  offered(
    '(?:gestohlen|geklaut|gehackt|geklont|geleakt)e[mnrs]? (?:[a-z]+ )?(?:kreditkarten|bankkarten|daten|karten|konten|bankkonten|zugangsdaten|passworter|identitaten|accounts)[a-z]*',
  ),
  offered(
    '(?:(?:numeros?|donnees) de )?(?:cartes?|comptes?|identifiants|logins?|mots de passe|donnees|identites?)(?: bancaires?| de credit| bleues?)? (?:vole|pirate|clone)e?s?',
  ),
  offered(
    '(?:(?:numeros?|datos|dados) de )?(?:tarjetas?|cuentas?|contrasenas?|credenciales|identidades|cartoes|contas|senhas)(?: de credito| bancarias?)? (?:robad|roubad|clonad|hackead)[ao]s?',
  ),
  offered(
    '(?:carte|conti|credenziali|account|identita)(?: di credito| bancari)? (?:rubat|clonat|hackerat)[aeio]',
  ),
  offered(
    '(?:gestolen|gehackte|gekloonde) (?:credit ?cards?|bankpassen|pinpassen|betaalkaarten|accounts?|wachtwoorden|identiteiten|gegevens)',
  ),
  offered(
    '(?:s?kradzion|zhakowan|sklonowan)(?:e|ych|a) (?:kart|kont|dan|hasl)[a-z]*(?: kredytow[a-z]+| bankow[a-z]+)?',
  ),
  offered('calinti (?:kredi )?(?:kart[a-z]*|hesap[a-z]*)'),
  always(
    `hack(?:s|ed|ing)? (?:into )?${WHOSE}(?: [a-z']+){0,2}? (?:accounts?|e ?mails?|inbox|phones?|wi ?fi|passwords?|facebook|instagram|whatsapp|snapchat|tiktok|gmail|icloud)`,
  ),
  always(`hack(?:s|ing)? (?:into )?${PROFILES} (?:accounts?|passwords?|profiles?|e ?mails?)`),
  always('hack(?:ing)? (?:facebook|instagram|whatsapp|snapchat|tiktok|gmail|icloud)$'),
  always(`(?:hack|crack|hijack)(?:s|ing)? (?:into )?${WHOSE} ${PROFILES}`),
  always(
    "(?:hack|crack)(?:s|ing)? (?:into )?(?:anyone|someone|somebody)'?s? (?:[a-z]+ )?(?:i?phones?|computers?|accounts?)",
  ),
  always(
    "read(?:s|ing)? your (?:wife|husband|girlfriend|boyfriend|partner|ex)'?s? (?:[a-z]+ )?(?:messages|texts|e ?mails|chats)|(?:track|follow)(?:s|ing)? (?:your|the|a) (?:wife|husband|girlfriend|boyfriend|partner|ex) (?:[a-z]+ )?without",
  ),
  always(`${PROFILES} (?:accounts?|password) hack(?:ing|ers?)`),
  always('(?:hire|rent|find) an? hackers?|hackers? (?:for hire|on demand|to hire)'),
  always('(?<!(?:ethical|growth|life|bio|travel|white ?hat) )hacking (?:as a )?services?'),
  always(
    `steal(?:s|ing)? (?:[a-z']+ ){0,3}?(?:passwords?|credentials?|logins?|cookies|(?:credit )?cards?|bitcoins?|crypto[a-z]*|identit(?:y|ies)|accounts?|wallets?)`,
  ),
  always(
    `(?:get|find|reveal|read|recover)s? (?:anyone|someone|somebody|any (?:user|person))'?s? (?:[a-z]+ ){0,2}?(?:passwords?|whatsapp|messages|e ?mails|dms)`,
  ),
  always('credential stuffing (?:services?|tools?|bots?|as a service|on demand|configs?)'),
  always(
    'spy(?:ing|s)? on (?:your|the|a|any) (?:wife|husband|girlfriend|boyfriend|partner|ex|spouse)',
  ),
  always('account ?take ?overs? (?:as a service|on demand|for hire|tools?|bots?|services?)'),
  always('sim ?swap(?:ping|s)? (?:services?|as a service|on demand|for hire)'),
  always(
    'launder(?:s|ing)? (?:(?:your|my|dirty|any|stolen|illegal|black) )*(?:money|cash|bitcoins?|crypto[a-z]*|funds)(?! check)',
  ),
  offered('money laundering(?: services?)?'),
  // Tools of attacks.
  always(
    `(?:${MALWARE}|trojan(?: horse)?(?:, rat,)?|rat|virus(?= (?:construction|creation))) ?${BUILDERS}`,
  ),
  always('(?:ransomware|malware|trojaner|virus|viren|phishing) ?baukasten'),
  always(
    `(?:creat|generat|mak|build|writ|cod|compil|develop|program)(?:e|es|ing|s)? (?:(?:me|you|us|your|own|a|an|any|new|custom|working|undetectable|undetected|fud|powerful) ){0,4}(?:${MALWARE}|trojans?|fake login pages?)`,
  ),
  word(MALWARE),
  offered('fud (?:crypters?|payloads?)'),
  always(
    '(?:mak(?:e|es|ing)|render(?:s|ing)?|turn(?:s|ing)?) (?:your |any )?(?:malware|virus(?:es)?|payloads?|trojans?) (?:fully )?(?:undetectable|fud)',
  ),
  always('(?:sms|e ?mail|call|otp) bombers?'),
  always(
    'phishing (?:page|site|website|e ?mail|kit|panel) (?:builders?|generators?|makers?|creators?|hosting)',
  ),
  always(
    '(?:phishing|smishing|vishing|spear phishing) (?:as a service|als dienst|for hire)|(?:phishing|smishing) (?:sms )?senders?',
  ),
  always(
    '(?:creat|generat|mak|build|writ|host|send)(?:e|es|ing|s)? (?:[a-z]+ )?(?:phishing|smishing) (?:pages?|sites?|websites?|kits?|e ?mails?|messages?|sms)',
  ),
  always(
    'fake (?:[a-z]+ )?(?:login|bank) (?:pages?|sites?) (?:to|that|which|for) (?:harvest|steal|collect|captur|phish)[a-z]*',
  ),
  offered(
    "(?:spear ?)?phishing ?(?:pages?|sites?|websites?|kits?|panels?|templates?|e ?mails?|campaigns?|seiten|mails?)|(?:pages?|kits?|sites?) (?:de phishing|d'? ?hameconnage)|(?:paginas?|kits?|pagine|sitios?) (?:de|di) phishing|strony phishingowe",
  ),
  always(
    '(?:ddos|dos|booters?|(?:ip )?stressers?) (?:attacks? )?(?:for hire|on demand|as a service|services?(?! provider)|panels?)|ddos (?:booters?|stressers?)',
  ),
  always(
    'ddos(?:ing)? (?:any|your|a|the|every|their) (?:[a-z]+ )?(?:websites?|sites?|servers?|competitors?|enem(?:y|ies)|targets?|opponents?)',
  ),
  always('(?:launch|start|order|send|buy)(?:es|s|ing)? (?:an? |your )?ddos(?: attacks?)?'),
  always('(?:swatting|doxx?ing) (?:services?|as a service|on demand|for hire)'),
  // Forgeries.
  good(`${FAKE} (?:[a-z0-9]+ ){0,2}?${PAPERS}|novelty ids? (?:cards? )?that scan`, {
    needsOffer: 'anywhere',
    isTestData: true,
    isTitle: true,
  }),
  offered(
    "(?:pasaportes?|billetes|dinero|documentos?|carnets?|diplomas?|passaporti?|patenti|documenti|banconote|soldi|carte d'identita|passaportes?|notas|dinheiro|diplomi) fals[aeio]s?|falschgeld|(?:valse (?:paspoorten|identiteitskaarten|rijbewijzen|(?:bank)?biljetten|papieren|diploma's?)|vals geld)|falszywe (?:paszporty|dokumenty|pieniadze|dowody|banknoty|prawa jazdy)|sahte (?:pasaport|para|kimlik|diploma|ehliyet)[a-z]*",
  ),
  good(
    `${FAKE} (?:passports?|id cards?|banknotes?|money|bills|euros?|dollars?) (?:generators?|makers?|printing|templates?)`,
    { needsOffer: 'never', isTestData: true },
  ),
  // Drugs and weapons.
  word(
    '(?:cocaine|heroin|crystal meth|methamphetamine|meth|fentanyl|mdma|crack cocaine|(?:illegal|street|party|hard) drugs|drogen|kokain|cocaina|heroina|drogas|droga|narcotics|narkotyki)',
  ),
  beside('drugs (?:online|without prescription|no prescription|on the dark ?web)'),
  word('(?:untraceable|unregistered|ghost|illegal) (?:guns?|firearms?|weapons?|pistols?|rifles?)'),
  offered(
    '(?:guns?|firearms?|weapons?) (?:without|no) (?:an? )?(?:licen[cs]es?|permits?|background checks?)|waffen ohne (?:waffen)?schein|armes? sans permis|armas sin (?:licencia|permiso)',
  ),
  always(
    'bomb making (?:instructions?|guides?|kits?|tutorials?)|how to (?:make|build) (?:a |pipe )?bombs?',
  ),
  // Violence and abuse.
  always(
    'murder for hire|assassinations? (?:services?|as a service|on demand|for hire)|contract killings?|hit ?m[ae]n services?|human trafficking (?:services?|as a service|on demand)',
  ),
  always(
    '(?:hit ?m[ae]n|assassins?|contract killers?|killers?) (?:for hire|on demand|as a service)|(?:hire|rent|book|find) an? (?:hit ?man|assassin|(?:contract )?killer)',
  ),
  offered(
    'auftragsmord[ae]?|auftragskiller|tueurs? a gages|sicarios?|huurmoordenaars?|platny zabojca',
  ),
  word('human (?:organs?|kidneys?)'),
  always(
    'kidneys? for sale|(?:buy|sell)(?:s|ing)? (?:a |your |my |human )?(?:kidneys?|organs?)(?! (?:bean|pie|music|concert))',
  ),
  always(
    `${PEOPLE} (?:nudes|(?:[a-z]+ )?(?:porn[a-z]*|erotica|sex (?:videos?|images?|pics?|content)))|kinderporn[a-z]*|kinder ?porno[a-z]*|pedoporn[a-z]*|pedopornogra[a-z]*|pornogra(?:fia|phie) (?:infantil|infantile|enfantine|minorile)`,
  ),
  always(
    'sex with (?:minors|children|kids|underage)|child (?:sexual )?abuse (?:images?|videos?|pictures?|content)',
  ),
  word('csam|child sexual abuse material|revenge porn'),
];

/** The goods in scripts without Latin letters, and the words around them, as `readable` returns them. */
export const OTHER_SCRIPTS: readonly {
  goods: RegExp;
  offer: RegExp;
  defence: RegExp;
}[] = [
  {
    goods:
      /(?:украд|крад|ворован|взлом|клонирован)\p{L}{0,12} (?:\p{L}{1,12} )?(?:карт|аккаунт|данн|парол|сч[её]т)\p{L}{0,12}|фишингов\p{L}{1,12} (?:страниц|сайт|пис|набор|кит)\p{L}{0,12}|вредоносн\p{L}{1,12} (?:по(?!\p{L})|программ\p{L}{0,12})|вымогател\p{L}{0,12} (?:на|под) заказ|поддельн\p{L}{1,12} (?:паспорт|документ|деньг|денег|купюр|прав|диплом|удостоверен)\p{L}{0,12}|фальшив\p{L}{1,12} (?:деньг|денег|купюр|паспорт|документ)\p{L}{0,12}|наркотик\p{L}{0,12}|кокаин\p{L}{0,12}|героин(?:а|у)?(?!\p{L})|детск\p{L}{1,12} порно\p{L}{0,12}|взлом (?:аккаунт|почт|вк|телефон|страниц|whatsapp|instagram)\p{L}{0,12}/u,
    offer:
      /куп(?:и|л)|прода[жмвюё]|на заказ|заказ(?:ать|ы)|магазин|недорого|деш[её]в|оптом|доставк|услуг/u,
    defence:
      /обнаруж|защи[тщ]|провер|детект|блокир|распозна|анали[зт]|мониторинг|борьб|против|выявл|статистик|реабилит|лечен|удален/u,
  },
  {
    goods:
      /(?:被盗|盗刷|偷来)的?(?:信用卡|银行卡|账号|账户|密码|身份)|钓鱼(?:网站|页面|邮件|网页)|勒索(?:软件|病毒)|木马程序|恶意软件|假(?:护照|身份证|钞|币|驾照|文凭)|伪造的?(?:护照|证件|身份证)|可卡因|海洛因|冰毒|儿童色情|盗まれた(?:クレジット)?カード|偽造(?:パスポート|身分証|紙幣|免許証)|フィッシング(?:サイト|ページ|メール)|ランサムウェア|児童ポルノ/u,
    offer:
      /出售|购买|买卖|代做|办理|批发|制作|生成|定制|代办|販売|売(?:り|る|ります)|購入|作成|代行/u,
    defence:
      /检测|防|识别|查询|拦截|举报|分析|扫描|核验|鉴别|监控|清除|検出|検知|対策|確認|照会|鑑|駆除|ブロック/u,
  },
];
