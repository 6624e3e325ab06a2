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
Money laundering service
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
Stolen credit card numbers
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
`
  .trim()
  .split('\n');
