/**
 * Entries of naughty-words that are not screened, by the list that has them: ordinary words of that
 * or another language (`Vögeln` are birds, `nicht` is "not", `tavara` goods, `Kutta` half of
 * Runge–Kutta), names, and terms that adult, medical and moderation services need. Measured with
 * test/ordinary-texts.ts and the names that Intl has in every language.
 */
export const UNSCREENED_WORDS: Readonly<Record<string, string>> = {
  ar: 'ثدي,شرج,لعق,لحس,مص,تمص,بيضان,بز,بزاز,حلمة,بظر,فرج,شهوة,شاذ,مبادل,جماع,قضيب,زب,خول,اغتصاب,خنثي,احتلام,عرص,مفلقسة,لبوة,سحاق,سحاقية,لواط,سكس,نيك',
  cs: 'čumět,debil,držka,flundra,chcanky,kunda,píchat,žrát',
  da: 'anus,cock,fuck,pik,pis,shit,lort',
  de: 'bimbo,pinkeln,bonze,fick,fratze,ische,kimme,lümmel,möpse,mufti,nackt,nippel,onanieren,orgasmus,penis,pimpern,popel,poppen,porno,reudig,rosette,schabracke,schiesser,schnackeln,vögeln,wichse',
  eo: 'fek,feken,fekota,fik,fiki,fiku,fikota,kaco',
  es: 'asesinato,asno,bollera,caca,chupada,concha,coprofagía,drogas,esperma,fiesta de salchichas,haciendo el amor,heroína,infierno,maciza,maldito,marica,martillo,nazi,orina,pervertido,pezón,pinche,pis,prostituta,racista,ramera,sádico,semen,sexo,sexo oral,tía buena,travesti,trio,verga,vulva',
  fa: 'ارگاسم,برهنه,پورن,پورنو,تجاوز,حشر,شهوت,شق کردن,سوپر,فیلم سوپر,داف,لاپا,لخت,لش,منی,هرزه,کون,کوس,کس,سکس,سکس کردن,سکسی,کیری',
  fi: 'haahka,hatullinen,hitosti,hitto,jätkä,kulli,kusi,kusta,lahtari,molo,muna,munaton,naida,nainti,narttu,palli,pallit,paljaalla,panettaa,panna,pano,pantava,pehko,pentele,pipari,piru,pistää,reikä,reva,suklaaosasto,tavara,toosa,tuhkaluukku,viiksi',
  fil: 'bobo,tanga',
  fr: 'baiser,bander,bigornette,bite,bitte,bloblos,bourré,bourrée,caca,chatte,clitoris,con,conne,cul,étron,folle,foutre,gerbe,gerber,grande folle,gueule,jouir,ménage à trois,meuf,negro,pédale,péter,pipi,ramoner,tanche,tapette,teuch,trique,zizi',
  'fr-CA-u-sd-caqc': 'calice,criss,noune,osti',
  hi: 'aand,gandu,chut,chuche,choope,gol,gasti,gucchi,harami,hawas,hijra,kamine,kutta,kutte,loda,lodu,lund,maal,pataka,patakha,randi,saala,suar,tatte,mutth,tharak,boobe,chude,chodu,kanjar,ghassa,najayaz',
  hu: 'barmok,barmokat,barmot,barom,buksza,bukszák,bukszákat,bukszát,búr,búrok,fing,fingok,fingot,franc,francok,francokat,francot,kúr,marha,marhák,marhákat,marhát,megdöglik,pele,pelék,pina,pofa,pofákat,pofát',
  it: 'ammucchiata,anale,assatanato,bagnarsi,balle,battere,biga,brinca,cacca,cadavere,cagna,cesso,chiappa,cornuto,cozza,ditalino,fava,femminuccia,fica,figa,finocchio,guardone,ingoio,lecchino,lofare,loffa,loffare,mannaggia,mona,monta,montare,mussa,nave scuola,padulo,palle,palloso,patacca,pecorina,pesce,picio,pippa,pipì,pisello,pistolotto,pompa,porca,porco,quaglia,regina,rizzarsi,ruffiano,sbattere,sbattersi,scopare,sega,soccia,spagnola,succhione,sveltina,tirare,topa,troia,trombare,vacca,vangare,zinne,zio cantante',
  ja: '3p,g スポット,s ＆ m,m,sm,sm女王,xx,アジアのかわいい女の子,いたずら,エクスタシー,エスコート,エッチ,エロティズム,エロティック,オーガズム,おしっこ,おしり,オシリ,お尻,おもらし,カーマスートラ,カント,グループ・セックス,グロ,ゲイ・セックス,ゲイボーイ,コカイン,サディズム,しばり,スウィンガー,スカートの中,ストラップオン,ストリップ劇場,スラット,スリット,セクシーな,セクシーな 10 代,セックス,ソドミー,ディープ・スロート,ディック,デートレイプ,デブ,テレフォンセックス,ドッグスタイル,トップレス,なめ,ヌード,ネオ・ナチ,ハードコア,バイブレーター,バック・スタイル,パンティー,ファンタジー,フィスト,フェティッシュ,フック,プリンス アルバート ピアス,プレイボーイ,ベアバック,ペニス,ペニスバンド,ボーイズラブ,ぽっちゃり,ホモ,ポルノ,ポルノグラフィー,ボンテージ,マスターベーション,やおい,ラティーナ,ラバー,ランジェリー,レイプ,レズビアン,ローター,ロリータ,陰毛,革抑制,強姦犯,緊縛,近親相姦,嫌い,合意の性交,拷問,殺し方,殺人事件,殺人方法,支配,児童性虐待,自己愛性,射精,女の子,女王様,女子高生,女装,新しいポルノ,人妻,人種,正常位,性交,生殖器,精液,挿入,足を広げる,大陰唇,脱衣,直腸,貞操帯,奴隷,乳首,覗き,売春婦,縛り,噴出,糞,糞便,平手打ち,変態,夢精,毛深い,誘惑,幼児性愛者,裸,裸の女性,両性,両性具有,両刀,卍,宦官,肛門,膣,剃毛',
  kab: 'qqan,qqant,qqiɣ,qqu,qquɣ,uqan,taxna',
  ko: '강간,거유,고자,근친,노모,로리타,망가,몰카,미친,변태,보지,불알,섹스,스와핑,애자,야사,에로,염병,유모,육갑,자위,자지,포르노,하드코어,호로',
  nl: "aardappels afgieten,achter het raam zitten,afrossen,afrukken,aftrekken,afwerkplaats,afzuigen,anita,asbak,aso,balen,bedonderen,bekken,belazeren,beurt,boemelen,boerenpummel,broekhoesten,brugpieper,buffelen,de ballen,de hond uitlaten,de koffer induiken,de pijp uitgaan,del,dombo,driehoog achter wonen,drol,een beurt geven,een halve man en een paardekop,eikel,engerd,flikken,gat,gedoogzone,gras maaien,griet,hol,huisdealer,johny,kanen,kettingzeug,klooien,kloten,knor,krentekakker,kwakkie,lummel,mafketel,matje,mof,muts,naaien,naakt,nicht,op z'n hondjes,opzouten,ouwehoeren,paal,palen,penoze,piesen,pijpen,pik,poep,poepen,poot,pot,potverdorie,publiciteitsgeil,raaskallen,reet,remsporen,reutelen,rukken,schatje,schoft,schuinsmarcheerder,shit,slempen,slet,spuiten,standje,stootje,stront,sufferd,tapijtnek,teef,toeter,vergallen,viespeuk,vingeren,watje,welzijnsmafia,wijf,wippen,wuftje,zaadje,zuigen,zuiplap",
  no: 'asshole,fan,fanken,forbanna,forbannet,fuck,helvetet,pikk,pokker,ræven,satan,shit,sinnsykt',
  pl: 'cyc,debil,dmuchać,duperele,jajco,jajko,pieprzyć,rzygać,suka,syf',
  pt: 'aborto,amador,ânus,aranha,ariano,balalao,bicha,biscate,bissexual,bumbum,burro,camisinha,cerveja,chupar,clitoris,cocaína,coito,comer,cona,consolo,corno,cu,dum raio,fecal,frango assado,gozar,grelho,heroína,heterosexual,homem gay,homoerótico,homosexual,inferno,lésbica,lolita,mama,passar um cheque,pau,pênis,pinto,saco,torneira,transar,veado,vibrador,xana',
  ru: 'bychara,byk,gol,padlo,pedik,perdet,petuh,sukin syn,бугор,голый,другой дразнится,какая разница,курите мою трубку,мент,обнаженный,офигеть,половое сношение,секс,фига,хапать,хохол,хрен',
  sv: 'brutta,fan,fittig,hård,moona,moonade,moonar,moonat,mutta,olla,pippa,pitt,prutt,satan,stake,subba,sås,sätta på,tusan',
  th: 'กะปิ,ขี้,กู,มึง,แม่ง,เสือก,ล้างตู้เย็น,ห่า,สัด,จิ๋ม,จู๋,ตูด,เจ๊ก,หลั่ง',
  tr: 'am,amlar,çingene,çingenede,çingeneden,çingeneler,çingenelerde,çingenelerden,çingenelere,çingeneleri,çingenelerin,çingenenin,çingeneye,çingeneyi,göte,götte,götten,sik,sike,siki,sikin,sikte,sikten',
  zh: '13.,13点,三级片,个老子的,九游,乳,乳交,乳头,乳房,交配,他奶奶,他奶奶的,他妈,他娘,你全家,你奶奶的,你妈,你娘,你是鸡,你是鸭,军妓,几八,刚度,包皮,十三点,卖B,卖比,卖淫,卵,卵子,口交,口肯,叫床,吹箫,塞你公,塞你老师,处女,后庭,外阴,大卵子,大卵泡,她妈的,妈妈的,妈的,奶,奶子,奸,奸你,妓,妓女,妓院,姦,娘的,嫖娼,嫖客,它妈的,密洞,射你,射精,小乳头,小卵子,小卵泡,小肉粒,小鸡鸡,屁股,干七八,干你,干死CS,干死GM,干死客服,幹,强奸,强奸你,性,性交,性器,性无能,性爱,情色,想上你,成人,扒光,打炮,抽插,招妓,插你,撒尿,操比,放荡,日你,日批,月经,机八,机巴,机机歪歪,杂种,淫,淫乱,淫秽,激情,爛,狗狼养的,玉杵,瓜娃子,瓜婆娘,白烂,硬膠,祖宗,私服,粉腸,精子,老二,老味,老母,肉壁,肛交,肥西,色情,花柳,賤,贝肉,轮奸,迷药,逼,野鸡,阳具,阳萎,阴唇,阴户,阴核,阴毛,阴茎,阴道,阴部,陰莖,龟头,靠北,靠母,靠爸,靠背,靠腰,驶你公,驶你老师,鬼公,鸡鸡,尻,撚,柒,鳩,你老闆,笨實',
};

/**
 * Offensive words of one language that are ordinary words of another: accepted in a text with
 * common words of that other language.
 */
export const AMBIGUOUS_WORDS: ReadonlyMap<string, RegExp> = new Map([
  ['pute', /(?<!\p{L})(?:und|mit|der|die|das|für|von|oder|rezepte)(?!\p{L})/iu],
  ['kurva', /(?<!\p{L})(?:och|av|för|att|som|til|og|ei|fra|på)(?!\p{L})/iu],
]);

/**
 * Places, names and common words that contain one of the English words of profanity.ts, or do so once a
 * digit is read as a letter.
 */
export const INNOCENT =
  'scunthorpe|snigger|niggerhead|pussy willow|pussycat|chink in the|chinks in the|faggots and peas|jackass penguin'.split(
    '|',
  );

/**
 * Places whose names are otherwise offensive, with the regions that make them an address: "Fucking,
 * Österreich", "Twatt (Orkney)". A comma, bracket, dash or slash is required, because "Fucking Austria"
 * is not an address.
 */
const PLACES: Readonly<Record<string, string>> = {
  Fucking: 'Österreich|Oberösterreich|Austria|Upper Austria|Autriche|Tarsdorf|AT',
  Fuckersberg: 'Österreich|Oberösterreich|Austria|Upper Austria|Sankt Radegund|AT',
  Twatt: 'Orkney|Shetland|Scotland|UK',
  Cuntis: 'España|Spain|Spanien|Espagne|Galicia|Pontevedra|ES',
  Pissen: 'Deutschland|Germany|Allemagne|Leuna|Sachsen-Anhalt|Saxony-Anhalt|DE',
  Slut: 'Sverige|Sweden|Schweden|SE',
  Cunter: 'Switzerland|Schweiz|Suisse|Svizzera|Graubünden|Grisons|Surses|CH',
  Pussy: 'Savoie|Savoy|France|Frankreich|La Léchère|FR',
  Bastardo: 'Umbria|Italia|Italy|Italien|Giano dell’Umbria|IT',
  Puta: 'Azerbaijan|Aserbaidschan|Azerbaïdjan|AZ',
  'Paki Paki': 'New Zealand|Hawke’s Bay|NZ',
};

/** Places that are also accepted at the end of a sentence, after "in": "Weather in Fucking". */
const AFTER_PREPOSITION =
  '(?<=(?<!\\p{L})(?:in|near|around|nach|bei|nahe|en|à|près de) )(?:Fucking|Fuckersberg|Twatt|Cuntis|Cunter)(?=\\s*(?:$|[.,;:!?)\u2013\u2014|]))';

const PLACE = new RegExp(
  [
    ...Object.entries(PLACES).map(
      ([name, regions]) => `${name}(?=\\s?[,(/\u2013\u2014-]\\s?(?:${regions})(?!\\p{L}))`,
    ),
    AFTER_PREPOSITION,
  ].join('|'),
  'gu',
);

/** A text without the names of such places; the positions of all other characters are unchanged. */
export const withoutPlaces = (text: string): string =>
  text.replace(PLACE, (name) => ' '.repeat(name.length));
