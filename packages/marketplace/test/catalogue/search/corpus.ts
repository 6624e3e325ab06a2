// A catalogue as it might be: `title | tags | description`, oldest first.
const LINES = `
Current weather by city | weather, cities | Temperature, wind and humidity for any city in the world.
Weather forecast for ten days | weather, forecast | Daily forecast with rain probability.
Historical weather data | weather, history, climate | Hourly observations since 1950 for every station.
Air quality index | pollution, environment | Fine dust, ozone and nitrogen dioxide near a coordinate.
天気予報 | 天気, 気象 | 日本全国の市区町村の天気予報を返します。
Météo agricole | météo, agriculture | Prévisions pour les exploitations : gel, pluie et vent.
Tide tables | sea, tides | High and low water for ports.
Sunrise and sunset times | sun, astronomy | Twilight and day length for a date and place.
Website screenshot | browser, images | A PNG of any page, in the size of a phone or a desktop.
HTML to PDF | pdf, html, convert | Turns a web page into a PDF with headers and footers.
PDF to text | pdf, extract | Reads the text of a PDF, page by page.
Merge PDF files | pdf, merge | Joins several documents in the given order.
Sign PDF documents | pdf, signature | Adds an electronic signature with a certificate.
Word to PDF converter | docx, pdf | Converts office documents.
Excel to CSV | xlsx, csv, convert | One file for each sheet.
CSV to JSON | csv, json, convert | Detects the delimiter and the types of columns.
JSON formatter and validator | json, lint | Checks syntax and prints with indentation.
XML to JSON | xml, json, convert | Keeps attributes and namespaces.
YAML linter | yaml, lint | Reports errors with line numbers.
Markdown to HTML | markdown, html | CommonMark with tables, safe to embed.
Background remover | images, cutout | Cuts out people and products from a photo and returns a transparent PNG.
Image resizer | images, thumbnails | Scales and crops pictures to an exact size.
Image compression | images, jpeg, webp | Makes files smaller without visible loss.
Image upscaler | images, ai | Enlarges photos four times with a neural network.
Face detection | faces, images, ai | Finds faces and their landmarks.
Object detection in images | vision, ai | Labels and boxes for eighty kinds of things.
Receipt OCR | ocr, receipts, invoices | Reads merchant, date, items and total from a photo of a receipt.
Handwriting recognition | ocr, handwriting | Reads handwritten notes in Latin script.
OCR for 20 languages | ocr, text recognition | Extracts text from scans and photos.
画像認識 | 画像, ai | 写真に写っている物体を検出します。
QR code generator | qr, barcode | SVG or PNG, with a logo in the middle.
Barcode reader | barcode, ean | Decodes EAN, UPC and Code 128 from an image.
Logo generator | design, ai | Draws a logo from a name and a style.
Color palette from image | colors, design | The dominant colors with their share.
Meme maker | images, fun | Puts captions on templates.
Speech to text | audio, transcription | Transcribes recordings with time codes.
Text to speech | audio, voice | Reads any text aloud in forty natural voices.
Meeting transcripts with speakers | audio, meetings | Who said what, with a summary.
Audio converter | mp3, wav, flac | Converts sound files and normalises loudness.
Music genre classifier | music, ai | Guesses genre and tempo of a song.
Video to GIF | video, gif | A short animated image of a clip.
Video transcoding | video, mp4, h264 | Converts clips for phones and browsers.
Subtitle generator | video, captions | SRT and VTT files from the sound of a video.
Video thumbnails | video, images | The best frame of a video.
Language translation | translate, text | Translates between 90 languages, formal or informal.
Übersetzung Deutsch–Englisch | übersetzer, text | Übersetzt Verträge und technische Texte.
Traducción español–inglés | traducción | Traduce correos y documentos.
한국어 번역기 | 번역, 한국어 | 한국어와 영어 사이의 문장을 번역합니다.
中文翻译 | 翻译, 中文 | 把英文文本翻译成中文。
Перевод с русского | перевод | Переводит тексты на английский язык.
Language detection | languages, text | Which of 180 languages a text is written in.
Text summarizer | summary, ai | Shortens articles to a few sentences.
Sentiment analysis | text, opinion | Whether a review is positive or negative.
Keyword extraction | text, seo | The most important terms of an article.
Grammar checker | text, proofreading | Finds mistakes in English and suggests corrections.
Spell checker | text, spelling | Suggestions for misspelled words in 30 languages.
Plagiarism checker | text, school | Compares an essay with the open web.
Readability score | text, writing | Flesch and Gunning fog for English.
Text embeddings | vectors, ai | A vector of 768 dimensions for each text.
Profanity filter | text, moderation | Finds insults, also disguised ones.
Image moderation | images, moderation, nsfw | Flags nudity and violence.
Spam detection | email, text | How likely a message is spam.
Named entity recognition | text, nlp | People, places and companies in a text.
Text insights | text, statistics | Counts words, sentences and reading time.
Chatbot answers from your documents | ai, chat, rag | Answers questions about files that you upload.
Currency converter | currency, money, exchange | Converts amounts at the rates of the European Central Bank.
Exchange rates history | currency, forex | Daily rates of 160 currencies since 1999.
Stock prices | stocks, market | Delayed quotes for 60,000 symbols.
Cryptocurrency prices | crypto, bitcoin | Bitcoin, ether and 2,000 others.
VAT number validation | vat, tax, europe | Asks VIES whether a number is valid.
Sales tax rates | tax, usa | The rate for an address in the United States.
IBAN checker | bank, iban | Validates account numbers and names the bank.
Credit card validator | cards, luhn | Checks the number and names the issuer.
Loan calculator | finance, mortgage | Monthly payment and schedule.
Invoice generator | invoice, pdf | Makes an invoice as a PDF from line items.
Company registry lookup | business, kyc | Legal name, address and directors.
Inflation calculator | cpi, money | What an amount of an earlier year is worth today.
Address geocoding | maps, location | Coordinates for a postal address.
Reverse geocoding | maps, location | The address nearest to a coordinate.
Route planner | maps, driving | Distance and turns between places.
IP geolocation | ip, location | Country, city and network of an IP address.
Time zone lookup | time, location | The time zone of a coordinate, with daylight saving.
Postal code lookup | zip, address | Places for a ZIP code in 80 countries.
Elevation of a point | terrain, maps | Metres above sea level.
Static map images | maps, images | A PNG map with markers.
Café finder | coffee, places | Cafés near a coordinate that are open now.
Public holidays | calendar, dates | Holidays of 120 countries and their regions.
Flight status | flights, travel | Departure, gate and delay of a flight.
Train timetable Zürich | trains, switzerland | Next departures from Zürich HB.
Hotel prices | travel, hotels | Rates of a hotel for a night.
Parcel tracking | shipping, delivery | Where a parcel is, for 300 carriers.
Email address verification | email, validation | Checks syntax, domain and mailbox.
Send e-mail | smtp, notifications | Delivers a message with attachments.
SMS sender | sms, messages | Text messages to 200 countries.
Phone number lookup | phone, carrier | Country, carrier and kind of a number.
Push notifications | mobile, messages | To iOS and Android devices.
Calendar invitations | ics, meetings | Makes an ICS file from a date.
Run C++ code | compiler, sandbox | Compiles with GCC and returns the output.
Run C# code | dotnet, sandbox | Compiles and runs a snippet.
C code formatter | c, lint | Formats sources of the C language.
Python sandbox | python, code | Runs a script with a time limit.
Node.js function runner | javascript, sandbox | Runs a function in an isolate.
.NET decompiler | assembly, code | Sources of an assembly.
Go vet as a service | golang, lint | Static checks for modules.
R statistics | statistics, regression | Runs an R script on a data frame.
SQL formatter | sql, code | Pretty prints queries of seven dialects.
Regex tester | regex, code | Matches and groups of an expression.
Code review by AI | code, ai | Comments on a diff.
Cron expression explainer | cron, schedule | Says in words when a job runs.
UUID generator | ids, random | Versions 4 and 7.
Random numbers | random, dice | True random numbers from noise.
Hash calculator | sha256, md5 | Digests of a file.
Password strength | security, passwords | Estimates guesses and finds leaked ones.
SSL certificate checker | tls, security | Expiry, chain and issuer of a host.
DNS lookup | dns, network | All records of a domain.
WHOIS lookup | domains, registry | Owner and expiry of a domain.
Port scanner | network, security | Open ports of a host that you own.
Malware scan | security, virus | Checks a file with several engines.
Uptime monitor | monitoring, http | Tells you when a site is down.
Website crawler | scraping, browser | Collects pages of a site.
Article extractor | scraping, text | The main text of a web page without menus.
Link preview | metadata, og | Title, description and image of a URL.
SEO audit | seo, web | Problems of a page that search engines see.
Search engine results | serp, seo | What a search engine shows for a keyword.
News headlines | news, media | Headlines of 5,000 sources by topic.
Wikipedia summary | encyclopedia | The introduction of an article.
Recipe finder | food, cooking | Recipes for what is in the fridge.
Nutrition facts | food, calories | Calories, fat and protein of a meal.
Exercise plans | fitness, health | A workout for a goal and a level.
Drug interactions | medicine, health | Whether two drugs can be taken together.
Crème brûlée recipes | food, desserts | Desserts from Brittany.
Movie database | movies, film | Cast, plot and ratings.
Book metadata by ISBN | books, library | Author, publisher and cover.
Football scores | sports, soccer | Results and live scores of 90 leagues.
Lottery numbers | games | Winning numbers of the last draw.
Horoscope | fun, astrology | A daily text for each sign.
Jokes | fun, text | A random joke, safe for work.
Quote of the day | fun, quotes | A quotation with its author.
Name generator | names, random | Names for people, towns and companies.
Gender by first name | names, statistics | The likely gender of a name.
Age estimation from photo | faces, ai | About how old a person looks.
Resume parser | hr, jobs | Experience and skills from a CV.
Job listings | jobs, careers | Open positions by title and town.
Real estate valuation | property, houses | An estimate for a house or a flat.
Car license plate recognition | anpr, vehicles | Reads plates from a picture.
VIN decoder | vehicles, cars | Make, model and year of a car.
Carbon footprint calculator | climate, travel | Emissions of a journey or a parcel.
Electricity prices | energy, power | Day-ahead prices by hour in Europe.
Solar power estimate | energy, sun | Yield of panels on a roof.
Table extraction from PDF | pdf, tables | Tables of a document as CSV.
Knowledge graph | data, wiki | Facts about people and places.
Time series forecasting | ai, prediction | The next values of a series.
Anomaly detection | ai, monitoring | Unusual values in a series.
A/B test calculator | statistics, marketing | Whether a difference is significant.
Unit converter | units, convert | Length, weight and temperature.
Base64 encoder | encoding, convert | Encodes and decodes files.
File conversion for 100 formats | convert, files | Documents, images, sound and video.
ZIP archives | compression, files | Packs and unpacks files.
`;

export interface CorpusListing {
  title: string;
  tags: string[];
  description: string;
}

export const CORPUS: readonly CorpusListing[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [title = '', tags = '', description = ''] = line.split('|').map((part) => part.trim());
    return { title, tags: tags.split(',').map((tag) => tag.trim()), description };
  });
