/** Titles and descriptions as sellers write them, in many languages: none of them is an offence. */
export const ORDINARY_TEXTS: readonly string[] = `
Wash it: stain removal tips
Push it to production, hit F5
Text insights: readability and keywords
Sussex and Scunthorpe weather
Runge–Kutta solver for ordinary differential equations
Gerber file viewer for PCBs
Fick's laws of diffusion calculator
Got a PDF? Get text
Hard drive failure prediction
Peter Pan quotes
Stake pool statistics
Bite-size summaries of long articles
The meme template finder: am I trending?
Pinto beans recipes and the Pinto family tree
Cu, Ag and Au spot prices
ASO keyword ranking
DEL key handler
Lund, Malmö and Kloten airport departures
A. B. C. D. and E. grading
Spells words as letters: h e l l o
C # and F # code formatter
x y z coordinates to latitude and longitude
R & D tax credit calculator
Sega and Nintendo game library
Regina, Saskatchewan events
Cocktail recipes and cockpit checklists
Hijri to Gregorian: Hijra calendar dates
Penis cancer statistics for researchers
NSFW detector: nudity, porn, sex
Toxicity moderation for comments
Classic pass-through of assets
Analysis of therapist schedules
IP to country, city and time zone
Currency rates of the European Central Bank
Postcode lookup for the Netherlands
Barcodes: EAN-13, QR, Aztec
Convert HTML to PDF and PDF/A
Sentiment of product reviews
Routes by car, bicycle and on foot
Names in Latin script from any other
Wetterbericht für Städte und Gemeinden: Temperatur, Wind und Regen
Übersetzt Texte und prüft die Rechtschreibung
Rezepte mit Pute und Huhn, für zwei oder vier
Die Vögel im Garten: hilft Vögeln durch den Winter
Kamine und Öfen im Vergleich
Bitte nicht mehr als 100 Anfragen in der Minute
Rosette, Fratze und Kimme: Begriffe der Heraldik
Möpse und andere Hunderassen erkennen
Wichse und Schuhcreme: Preise
Fahrplan der Bahn mit Verspätungen
Rechnungen nach ZUGFeRD prüfen
Adressen in Österreich, Liechtenstein und der Schweiz
Sechs Arten von Diagrammen: Kurven, Balken, Kreise
Nackt betrachtet: Zahlen ohne Steuer
Dicke Bücher kurz zusammengefasst
Prévisions de retard des trains et des bus
Extraction du texte des factures
Calcul de la TVA pour la France et la Belgique
Péter le ballon: jeu de réflexes
Avec ou sans taxe: con, cul-de-sac et autres mots courts
Recettes de cuisine: bourrée, tanche et trique
Chatte ou chat: reconnaissance de races félines
Gerbe de blé: prix des céréales
Baiser de paix: lexique liturgique
Synthèse vocale en français, voix féminines et masculines
Convertit les unités: mètres, pouces et pieds
Pédale d'accélérateur: pièces détachées
Folle avoine: identification des plantes
Traduction de l'anglais vers le français
Géocodage d'adresses en Île-de-France
Conversión de monedas con tipos de cambio del día
El año fiscal y los impuestos en España
Análisis de opiniones de clientes sobre hoteles
Concha, martillo y verga: vocabulario náutico
Madera maciza: cálculo de precios
El infierno de Dante, resumen por cantos
Pronóstico del tiempo con mapas
Cómo llegar: rutas en autobús y en metro
Trío de jazz: partituras
Burro, asno y caballo: censo ganadero
Heroína de cómic: fichas de personajes
Facturas electrónicas para México
Reconocimiento de matrículas de coches
Ortografía y gramática: corrector de textos
Diccionario de sinónimos y antónimos
Tasso di cambio e conversione di valuta
Ricette con finocchio, pisello, fava e cozza
Pesce fresco: prezzi al mercato
Montare una tenda: istruzioni passo per passo
La regina, il porco e la vacca: fiabe
Tirare le somme: bilancio in un clic
Canale anale: atlante di anatomia
Traduzione automatica dall'italiano
Pompa di calore: stima dei consumi
Verifica di codici fiscali e partite IVA
Orari dei treni regionali
Riassunto di testi lunghi
Spagnola e francese: grammatiche a confronto
Previsão do tempo para cidades do Brasil
O comércio fica aberto até as 18 horas
Cerveja, pão e queijo: preços de supermercado
Torneira pingando: cálculo do desperdício de água
Aranha, burro e veado: reconhecimento de animais
Comer bem: contagem de calorias
Pau-brasil e outras árvores
Tróia e a Ilíada: resumo
Conversão de moedas: real, euro e dólar
Consulta de CEP e de CNPJ
Correção ortográfica de textos em português
Saco de dormir: comparação de preços
Transcrição de áudio para texto
Este ano, no ano passado e nos próximos anos
Weersvoorspelling voor alle gemeenten
BTW aftrekken: rekenhulp voor ondernemers
Aardappels afgieten en andere kooktips
Potten, pannen en poten: maten en prijzen
Gras maaien, naaien en spuiten: klussen in de buurt
Stof afzuigen en opzuigen: vermogen berekenen
Nicht of neef: stamboom tekenen
Paal, gat en bekken: woordenboek techniek
De hond uitlaten: routes in de buurt
Schatje, muts en matje: namen van breisels
Vertaalt teksten van en naar het Nederlands
Rita en kurva av temperaturen för dagen
Stake, sås och hård ost: recept
Byt ut texten och sätt på översättningen
Väder i Sverige, timme för timme
Slutkontroll av fakturor
Fan-ut av meddelanden till många mottagare
Vejrudsigt for hele Danmark
Ræven og gåsen: eventyr
Det er slet ikke svært: lav en faktura
Værvarsel for norske kommuner
Kart over Pikk-gata i Tallinn
Sääennuste ja lämpötila tunneittain
Tavara, hinta ja varasto: verkkokaupan haku
Panna, pistää ja reikä: sanakirja
Mutta muna on tuore: ruokaohjeita
Időjárás magyar városokban
Marha, barom és juh: állatnyilvántartás
Svájci franc és forint árfolyam
Předpověď počasí pro česká města
Překlad z češtiny do angličtiny
Pogoda dla polskich miast
Jajko, mąka i pieprz: przepisy kulinarne
Tłumaczenie dokumentów i faktur
Suka, pies i szczenię: rasy psów
Türkiye için hava durumu
Metinleri Türkçeye çevirir, yazım denetimi yapar
Göte ve Gotik yazı tipleri
Прогноз погоды для городов России
Какая разница между двумя текстами
Хрен, укроп и чеснок: рецепты солений
Перевод документов и проверка орфографии
Курсы валют Центрального банка
Другой голый король: сказки
Прогноз погоди для міст України
Πρόγνωση καιρού για ελληνικές πόλεις
تحويل العملات وأسعار الصرف اليومية
نيك وفرج: أسماء في دليل الهاتف
كشف النصوص العربية والترجمة
پیش‌بینی آب و هوا برای شهرهای ایران
هر کس می‌تواند ثبت نام کند
मौसम का पूर्वानुमान और तापमान
תחזית מזג האוויר לערי ישראל
日本語の文章を要約し、キーワードを抽出します
天気予報と気温、フックとファンタジー小説の検索
ぱちんこ店の営業時間を調べる
請求書のPDFからテキストを取り出す
為替レートの変換、税率の計算
女の子と男の子の名前の一覧
郵便番号から住所を検索
人口交通统计与出口交易数据
今日你可以查询天气预报
体操比赛结果和成绩查询
十三点开会:日历提醒服务
可靠母婴用品价格比较
刚度和强度计算,成人教育课程
翻译文本并检查拼写
日批处理任务的状态
他妈妈的生日提醒
發票辨識與文字擷取
한국 도시의 날씨 예보
보지 못한 메시지를 알려 줍니다
자지 않는 서버의 상태 확인
문서 요약과 번역
พยากรณ์อากาศสำหรับจังหวัดในประเทศไทย
หีบห่อและกะปิ ราคาสินค้า
แปลภาษาไทยเป็นอังกฤษ
Dự báo thời tiết cho các thành phố Việt Nam
Prakiraan cuaca; suka membaca berita
Prognoza meteo pentru orașe, fica și bite
Hasta yüz karakter: sık sorulan sorular
Kalkulilo de tempozonoj en Esperanto
Ang presyo ng bigas at tanga sa palengke
`
  .trim()
  .split('\n');
