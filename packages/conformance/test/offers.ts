/** Titles and sentences that offer what is illegal everywhere. */
export const ILLEGAL_OFFERS: readonly string[] = `
Buy stolen credit cards here
Fresh stolen cards for sale
We sell hacked Netflix accounts
Leaked passwords shop, updated daily
Cheap cloned debit cards
Skimmed bank cards delivered within 24 h
Stolen PayPal accounts for sale, checked and working, buyer protection
Fullz and CVV for sale
Dumps with PIN: order now
Gestohlene Kreditkarten kaufen
Gehackte Konten günstig
Cartes bancaires volées à acheter
Comptes piratés pas cher
Comprar tarjetas robadas
Tarjetas de crédito clonadas en venta
Vendita di carte di credito clonate
Cartões clonados à venda
Ransomware builder as a service
R4nsomware builder
Malware generator, undetectable by antivirus protection
Keylogger maker that evades detection
Botnet rental by the hour
Rent a botnet
Ransomware-as-a-Service
Undetected banking trojans for sale
Ransomware-Baukasten
Phishing pages on demand
Phishing kits for sale
Phishing-as-a-Service
Phishing page generator, no training required
Phishing-Seiten auf Bestellung
Pages de phishing sur commande
DDoS for hire
Booter service
IP stresser panel
Swatting as a service
Doxing on demand
Hack any Facebook account
Hacks into your wife's WhatsApp phone
Hackers for hire
SIM swapping service
Account takeover as a service
Launder your bitcoin
Fake passports for sale
Counterfeit banknotes, wholesale
Order forged driver's licenses
Gefälschte Ausweise kaufen
Faux passeports à acheter
Pasaportes falsos en venta
Falschgeld bestellen
Buy cocaine online
Fentanyl delivered to your door
Kokain kaufen
Untraceable guns for sale
Bomb-making instructions
Hitman for hire
Hire an assassin
Murder for hire
Auftragskiller mieten
Child porn
Underage nudes
Kinderpornografie
Pornografía infantil
CSAM shop
Credit card numbers with CVV for sale
Stolen customer data for sale
Card fraud tutorials
Hire a hacker
Hack Instagram accounts
Bank account hacking, no questions
Credential stuffing as a service
Spy on your wife's phone
Creates phishing pages for any bank
Generates phishing emails that bypass spam filters
Makes payloads undetectable
SMS bomber
Custom malware development
Ransomware source code: download
Ransomware en tant que service
Páginas de phishing a la carta
Fake passport generator
Counterfeit money printing
Drogen bestellen
Weapons without licence for sale
Contract killing
Human trafficking as a service
Sex with minors
Child abuse videos
Revenge porn on demand
Human kidneys for sale
Stolen debit cards, fresh daily
Here you can buy stolen bank cards
Purchase hacked PayPal accounts
We sell stolen identities
Get hacked Netflix accounts cheap
Ransomware for hire
Ransomware generator
Custom keylogger development
Order a DDoS attack
DDoS attack on demand
Botnets for rent
Buy a botnet
Malware development service
Malware made to order
Trojan builder
Spyware for sale
Build your own ransomware
Make your own virus? Computer virus maker
Phishing campaign as a service
Phishing emails on demand
Phishing templates for sale
Buy fake passports
Buy counterfeit money
Counterfeit dollars for sale
Forged diplomas for sale
Fake driver licenses, delivered in 3 days
Fake vaccination cards for sale
Heroin for sale
Buy MDMA online
Meth delivered discreetly
Unregistered weapons for sale
Ghost guns shop
Hire a contract killer
Hitmen on demand
Child pornography videos
CSAM for sale
Buy a kidney
Human organs for sale
Launder your money with us
Bitcoin laundering: launder crypto fast
SIM swap as a service
Account takeover bot
Credential stuffing tool
Carding tutorials
Stolen data for sale
Leaked databases for sale
Gestohlene Kreditkartennummern zu verkaufen
Gehackte PayPal-Konten kaufen
Ransomware auf Bestellung
Falschgeld zu verkaufen
Gefälschte Führerscheine kaufen
Kokain bestellen
Achetez des cartes bancaires volées
Vente de faux billets
Rançongiciel à la demande
Vendo tarjetas clonadas
Compra pasaportes falsos
Ransomware bajo demanda
Carte di credito clonate in vendita
Soldi falsi in vendita
Dinheiro falso à venda
Contas hackeadas à venda
Kradzione karty na sprzedaż
Sahte pasaport satılık
Продам украденные карты
Поддельные паспорта купить
伪造护照办理
恶意软件定制
偽造パスポート販売
Steals credit card numbers from any website
Hacks into anyone's phone
Reads your girlfriend's WhatsApp: spy on your girlfriend
B u y  s t o l e n  cards
Stolen-credit-cards-for-sale
Stolen Visa and Mastercard numbers for sale
Get stolen credit cards
Stolen cc's cheap
Sells stolen credit card data
Stolen credit card marketplace
Carded iPhones, cheap
API for stolen credit card numbers
Access to stolen bank accounts
Cvv shop
Fresh CVVs
Malware as a service
Malware builder
Malware for sale
Trojan horse builder
Write me a computer virus
Generates ransomware
Builds ransomware for you
Creates malware for you
Custom ransomware
Creates keyloggers
Create your own botnet
Stealer logs for sale
Phishing page hosting
Clone any bank's login page to steal passwords
Fake login pages to harvest passwords
Steals passwords from browsers
Steal Facebook passwords
Get anyone's password
Phishing SMS sender
Smishing as a service
Spear phishing campaigns on demand
Buy a phishing kit
Buy hacked accounts
Buy malware
Buy ransomware
Buy fake id
Fake IDs for sale
Counterfeit money for sale
Fake diplomas for sale
Buy heroin
Buy crystal meth online
Cocaine for sale
Buy drugs online
Buy illegal weapons
Hire a killer
Child pornography
Child porn API
Sell your kidney
DDoS attack service
DDoS any website
DDoS-as-a-service
Botnet for rent
Hack any phone
Hack WhatsApp
Hacking service
Credit card fraud as a service
Bank account takeover tool
Launder money with crypto
Stolen identities for sale
Buy SSNs
Gestohlene Kreditkarten zu verkaufen
Verkaufe gestohlene Kreditkartendaten
Hier gibt es gestohlene Kreditkarten
Schadsoftware auf Bestellung
Ransomware als Dienst
Phishing-Seiten als Dienstleistung
Phishing-Seiten nach Maß
Falsche Ausweise kaufen
Falschgeld kaufen
Waffen ohne Waffenschein kaufen
Cartes de crédit volées à vendre
Vente de cartes bancaires volées
Logiciel malveillant à la demande
Pages de phishing à la demande
Pages d'hameçonnage sur demande
Compra tarjetas de crédito robadas
Venta de tarjetas robadas
Malware por encargo
Páginas de phishing bajo demanda
Documentos falsos a la venta
Vendo carte di credito rubate
Pagine di phishing su richiesta
Gestolen creditcards te koop
Valse paspoorten kopen
Купить краденые карты
Фишинговые страницы на заказ
Вредоносное ПО на заказ
Skradzione karty kredytowe na sprzedaż
出售被盗信用卡
钓鱼网站制作
勒索软件生成器
盗まれたクレジットカード販売
Çalıntı kredi kartı satılık
Buy stolen creditcards here
Ransom ware builder
Ransomware-builder
RansomwareBuilder
Mal-ware for sale
BUY STOLEN CARDS!!! no checks
Buy stolen credit cards, verified by our checker
Stolen credit cards checked daily for sale
Buy stolen credit cards, never blocked
Buy stolen credit cards — with statistics
Our stolen credit card shop scores 5 stars, legal everywhere
Stolen credit card shop
Selling stolen credit cards since 2019
Credit cards, stolen and fresh, for sale
Fresh stolen CVV
Hacked accounts marketplace
Phishing kit shop
Phishing page creator
Phishing websites built for you
We build phishing pages
Ransomware on demand
Buy keyloggers
Rent-a-botnet
DDoS your competitors
DDoS booter
Fake passport shop
Buy fake driving licences
Buy fentanyl
Cocaine delivery
Order heroin
Hitman service
Rent a hitman
Sell stolen data
Malware store
Malware creation service
Virus creation kit
Exploits and malware for sale
Zero-day ransomware kit
Steal any Instagram account
Crack any Netflix account
Hack someone's iPhone
Read your wife's messages
Track your girlfriend without her knowing
Identity theft as a service
Identity theft kits
Bank logs for sale
Bank logins for sale
Money mules for hire
Gestohlene Daten kaufen
Malware-Baukasten
Malware kaufen
Logins volés à vendre
Kit de phishing à vendre
Software malicioso a medida
Remote access trojan (RAT) builder
`
  .trim()
  .split('\n');

/** Goods that are an offer as the whole title of a listing. */
export const ILLEGAL_TITLES: readonly string[] = `
Money laundering service
Stolen credit card numbers
Auftragskiller
Faux permis de conduire
Stolen credit cards
Credit card dumps
FUD crypter
Infostealer logs
Phishing pages
Phishing kit
Fake IDs
Fake driving licence
Counterfeit money
Guns without background check
Money laundering
Gestohlene Kreditkarten
Gefälschte Pässe
Numéros de cartes volées
Faux papiers d'identité
Fausse monnaie
Billetes falsos
Passaporti falsi
Cartões de crédito roubados
Gestolen creditcards
Украденные кредитные карты
Kradzione karty kredytowe
被盗信用卡
stolen-credit-cards
Stolen credit cards, undetectable
Fake passports
Counterfeit euros
Counterfeit 50 euro bills
Novelty IDs that scan
Weapons without permit
Gestohlene Identitäten
Gefälschte Euroscheine
Kit de phishing
Tarjetas robadas
Documenti falsi
`
  .trim()
  .split('\n');

/** Services that protect from such offers, study them, or only share words with them. */
export const ORDINARY_OFFERS: readonly string[] = `
Phishing simulation for your staff
Phishing simulation as a service
Phishing page takedown on demand
Phishing kit tracker
Phishing email generator for awareness training
Detects phishing pages before your customers order
Malware scanner
Cheap malware scanner for shops
Malware analysis on demand
Malware removal service: order now
Malware-free software store
Ransomware decryptor
Ransomware protection as a service
Ransomware recovery on demand
Keylogger detection
Botnet tracker feed for sale
Spyware check of mobile apps
Computer virus encyclopedia
Virus name generator for games
Trojan horse quotes
USC Trojans ticket store
Stolen card check
Was my card stolen? Stolen credit card lookup for shops
Fraud detection for online shops
Blocks orders that are paid with stolen credit cards
Stolen bike registry
Lost or stolen card replacement, delivered in two days
Leaked password check
Tells whether leaked credentials of your company are for sale
Compromised accounts: alerts for your store
Have I been hacked?
Account takeover prevention
Cracked pavement detection
Money laundering risk score
Anti-money laundering checks as a service
DDoS protection as a service
DDoS mitigation on demand
Fake passports: detection for banks and shops
Fake ID detection
Counterfeit banknote detector for shops
Counterfeit money statistics by market
Generate fake credit card numbers for testing
Fake driver's license numbers for test data
Fake data generator: passports, IDs, addresses
Fake news detector
Fake reviews finder for shops
Passport photo maker
Visa requirements by passport
Diploma verification
Order of magnitude of dumps and backups
Drug interactions: heroin, cocaine, alcohol
Cocaine overdose statistics by market
Heroin addiction treatment centres for sale
Methods of order statistics
Ghost kitchen orders
Gun laws by country
Hacker News search
Growth hacking newsletter
Life hacks on demand
Hitman game achievements
Assassin's Creed store prices
Killer whale sightings on demand
Organ music for sale
Kidney stones: find a doctor
Kidney beans for sale
Image moderation: nudity, child porn, gore
Child sexual abuse material detection as a service
CSAM hash matching, reports to the police
Meldestelle für Kinderpornografie
Kindersicherung: filtert Kinderpornografie
Child seats for sale
Kids shop nude coloured tights
Schutz vor Phishing-Seiten
Erkennung gestohlener Kreditkarten
Détection de cartes bancaires volées à la vente
Detección de tarjetas robadas en ventas
SIM swap detection service
Doxxing hotline
Swatting awareness
Bomb cyclone warnings on demand
Prices of flash sales: buy, sell, order
Crack the code: puzzles on demand
Cloned repositories as a service
Hijacked aircraft history
Bank card BIN lookup
Card issuing as a service
Password strength meter
Password generator
Identity provider as a service
Phishing kit detection
Credential stuffing protection as a service
Credential risk score
Get rid of malware
Malware insights, fresh every day
Download malware signatures for your scanner
Exploit database search
Penetration testing on demand
Password cracking time estimator
Stolen phone IMEI lookup
Fake account detection
Counterfeit euros seized, by market
Drug store locator, prices and orders
Killer sudoku generator
Contract killing statistics
Child abuse hotline numbers
Revenge porn removal on demand
Hackathon calendar
WhatsApp hacks of the day
Facebook Hacker Cup results
Heroin chic: fashion history
Faux leather shop
Fake plants on demand
Notas fiscais falsas: detecção
Verificación de documentos falsos en venta
Drogenberatung bestellen
Spy novels: order here
Fraud kit of rules that protect your shop
Combo deals of restaurants
CVV field validation for shops
LSD radix sort on demand
Fentanyl test strips for sale
Phishing detection API
Stolen credit card detection
Fraud detection
Phishing URL checker
Detect phishing emails
Anti-phishing API
Malware analysis sandbox
Malware hash lookup
Ransomware detection
Ransomware protection
Keylogger detector
Botnet detection
Password breach check
Stolen vehicle check
Stolen bike lookup
Has my card been stolen?
Fake ID detector
Counterfeit detection
Counterfeit money detector
Fake news detection
Carding attack prevention
CVV validator
Credit card validator
Luhn check for credit cards
Drug interaction checker
Heroin overdose prevention info
Cocaine street price statistics by UN
Weapons detection in images
Gun violence statistics
Child abuse material detection
CSAM detection
Child safety filter
DDoS protection
DDoS mitigation
Anti money laundering check
AML screening
Money laundering detection
Hacker News API
Hacked website checker
Hacked account lookup
Dark web monitoring for stolen credentials
Dark web monitoring
Leaked credentials monitoring
Leaked password API
Data breach lookup
Identity theft protection
Virus scan
Virus scanner for uploads
Virus sequence database
COVID virus tracker
Trojan asteroids catalogue
Spyware removal
Penetration testing
Vulnerability scanner
Exploit database
SIM swap detection
Account takeover protection
Phishing training
Phishing simulation
Phishing awareness training
Phishing feed
Phishing domain list
Malware feed
Malware URL blocklist
Malware samples for researchers
Stealer log search for security teams
Document forgery detection
Passport OCR
ID card OCR
Passport generator for test data
Fake name generator
Fake identity generator for tests
Fake credit card generator for testing
Fake email generator
Test credit card numbers
Bomb threat detection
Murder mystery generator
Hitman movie reviews
Assassin's Creed wiki
Killer whale tracker
Human organ atlas
Organ donation registry
Kidney disease risk calculator
Erkennt Phishing-Seiten
Phishing-Erkennung
Malware-Scanner
Prüft, ob eine Kreditkarte gestohlen ist
Gestohlene Fahrräder suchen
Détection d'hameçonnage
Analyse de logiciels malveillants
Détection de faux billets
Detección de phishing
Escáner de malware
Detector de billetes falsos
Rilevamento phishing
Gestolen fietsen register
Phishing detectie
Проверка на фишинг
フィッシング検出
钓鱼网站检测
恶意软件扫描
Checks whether a card was reported stolen before you ship an order
Checks if a credit card is stolen
Check cards for sale against a list of stolen cards
Is this card stolen?
Stolen passport check for hotels
Lost and stolen passport check
Stolen phone checker for second-hand shops
Sell safely: flags stolen credit cards at checkout
Buyer fraud score
Marketplace scam detection
Detects fake passports
Weapon sales by country
Drug prices at pharmacies
Buy a drug test
Order prescription drugs from your pharmacy
Medication shop
Gun shop finder
Cheap flights
Wireless keyloggers found in your office
Malware removal
Report phishing
Takedown of phishing sites
Botnet C2 tracker
Ransomware gang tracker
Ransomware victims list
Ransomware negotiation news
Crime statistics: stolen cars by city
Cloned voice detection
Voice cloning for sale
Cracked egg classifier
Hijack attempts on BGP, live
Compromised container image scan
Phishing link scanner
Phishing protection for mailboxes
Detects phishing sites
Email phishing classifier
Malware detection API
Malware scan
Checks files for malware
Is it malware? Upload a file
Stolen credit card checker
Checks whether a credit card was stolen
Card fraud score
Payment fraud detection
Credit card fraud detection API
Identity theft alerts
Stolen goods database
Stolen art register
Stolen phone lookup by IMEI
Stolen laptop tracker
Hacked site cleanup
Hacked password check
Leak checker for passwords
Password leak alerts
Data breach notification
Ransomware simulator for training
Ransomware recovery
Ransomware news feed
Botnet IP list for firewalls
DDoS attack map
DDoS attack statistics
DDoS test of your own servers, with consent
Stress test of your API
Load test as a service
Penetration test as a service
Ethical hacking services
Hacking news
Hackathon finder
Hacker movie quotes
Growth hacking services
Fake review detection
Fake passport detection
Fake money detector
Counterfeit product detection
Counterfeit drug detection
Fake news classifier
Passport photo check
ID verification
Driving licence verification
Fake address generator
Fake user data for tests
Fake JSON API
Mock credit cards
Money laundering risk check
Money transfer fees
Laundry finder
Money laundering red flags
Sanctions screening
Drug price comparison
Drug side effects
Buy prescription glasses
Pharmacy finder: order medicines
Cocaine history
Heroin treatment locator
Cannabis strain database
Weapon detection in video
Gun detection
Gun shop opening hours
Ammunition ballistics calculator
Bomb calorimeter data
Bath bomb recipes
Photobomb remover
Child safety: detects grooming
Child care finder
Kids clothes shop
Children books store
Baby names
Organ recital tickets
Organ donor matching statistics
Kidney function calculator
Murder mystery party kits for sale
Killer deals on flights
Hitman: game guide
Assassin bug identification
Spy balloon tracker
Virus taxonomy
Virus genome sequences
Antivirus licence store
Computer virus history
Trojan war timeline
Worm farm shop
Steals of the day
Steal the deal: best offers
Crack detection in concrete
Cracked phone screen repair shop
Cloned git repositories
Voice clone detection
Skimmed milk prices
Leaked water detection
Compromised host list for firewalls
Exploit kit detection
Vulnerability feed
Rootkit scanner
Keylogger removal tool
Spyware scan on demand
Verkehrsmeldungen
Erkennt Schadsoftware in Dateien
Prüfung auf gestohlene Kreditkarten
Falschgeld erkennen
Gefälschte Bewertungen erkennen
Gefälschte Pässe erkennen
Détecte les pages de phishing
Vérifie si une carte bancaire est volée
Détecte les faux papiers
Detecta tarjetas robadas
Comprueba si una tarjeta fue robada
Verifica documentos falsos
Rileva banconote false
Detecta notas falsas
Controleert op phishing
Wykrywa phishing
Обнаруживает фишинговые сайты
Проверка украденных карт
检测被盗信用卡
恶意软件检测
偽造パスポート検出
Warns buyers about shops that sell counterfeit products
Tells shops which orders were paid with stolen cards
Chargebacks that come from stolen cards, explained
Our customers lose money when people pay with stolen cards
Stolen cards cost shops millions: we find them
Screens marketplaces for fake IDs
A list of domains that host malware
Finds listings that offer illegal drugs
Scans app stores for malware
Protects your shop from stolen credit cards
Blocks malware downloads
Order fraud: refuses orders with stolen cards
Malware? Ransomware? We clean your PC
Cleans malware from WordPress sites
Malware cleaning service
Virus cleaning on demand
Fake id check at the door of bars
Buy now, pay later
Sell your car
Hire a plumber
Rent a bike
Phishing reports by country
Is this email phishing?
Phishing score for URLs
Anti-malware gateway
Malware family names
Malware sandbox: upload a sample
Ransomware payments tracker
Ransomware wiki
Credit card BIN list
Credit card offers comparison
Bank account validation
Account takeover signals
Password breach counts
Leaked credentials check for your domain
Credential leak monitoring
Checks passwords against leaked databases
Tells you if your data was leaked
Tells if a SIM was swapped
SIM swap check
Fake follower audit
Fake profile detection
Fake invoice detection
Fake shop finder: warns of fraudulent stores
Fake Store API
Fake images detector
Fake Rest API for prototypes
Fake data for tests
Counterfeit bill check
Currency counterfeit statistics
ID card number validation
Passport index
Passport MRZ parser
Driver license OCR
Visa and Mastercard exchange rates
Visa application status
Diploma supplement translation
Prescription reader
Drug names
Drug-free workplace tests
Opioid and fentanyl overdose map
Alcohol, cocaine and heroin: blood test reference ranges
Gun ballistic data
Weapons in museums
Sword shop
Kidney-friendly recipes
Organ pipes for sale
Killer whales
Assassin bug photos
Contract generator
Crypto prices
Bitcoin address risk
Bitcoin mixer detection
Transaction laundering detection
Laundry service on demand
Child benefit calculator
Child seat store
Minor planets catalogue
Kids games store
Teen book reviews
Sex education content filter
Porn filter
NSFW image classifier
Nudity detection
Abuse contact lookup
Abuse report intake
Harassment detection
Hate speech detector
Self-harm classifier
Bomb disposal robot telemetry
Explosive detection
Terrorism news
Extremist content moderation
Stolen bases in baseball
Stolen base statistics: buy tickets
Hacked together prototypes on demand
Body hacking news
Hacker rank
Hackernews summaries for sale
Trojan Records discography
Worms in soil
Virus-free email
Botany names
Bot network latency
Robot network
Spywarefare game
Spy museum tickets for sale
DOS games store
MS-DOS emulator on demand
Denial-of-service resilience test
Load and stress testing service
Steal-proof bike locks
Stealth mode analytics
Cookie consent service
Cookies store
Leak detection for water pipes on demand
Crack cocaine sentencing data
Cracked eggs sorting service
Rent index
Hire purchase calculator
Market data for sale
Sells analytics about stolen-vehicle recovery
This API detects stolen credit cards. Buy a plan and start.
Malware scanning as a service. Cheap and fast.
We help shops that sell electronics to recognise counterfeit dollars
Blacklist of phishing websites, updated every hour. Order a licence.
Finds phishing sites that impersonate your brand and gets them taken down
Helps banks to find customers whose accounts were hacked
Users report hacked accounts here
Find out whether your password was stolen
Notifies you when your credentials are for sale on the dark web
Dark web scan: are your stolen passwords for sale?
Generates test credit card numbers with CVV for your sandbox
Credit card numbers with CVV for testing
Returns fake passport numbers for testing forms
Kinder- und Jugendschutz: erkennt pornografische Bilder
Warnt vor Fake-Shops
Sperrt gestohlene Kreditkarten sofort
Prüft Kreditkarten auf Betrug
Filtre anti-hameçonnage
Alerte en cas de carte bancaire volée
Avisa si su tarjeta ha sido clonada
Avvisa se la carta è stata rubata
Lista de tarjetas robadas para bancos
`
  .trim()
  .split('\n');
