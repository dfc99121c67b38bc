import type { Culture } from './names';

interface City {
  name: string;
  region: string | null;
}

export interface Country {
  code: string;
  currency: string;
  /** Whose names are met there, and how often. */
  cultures: Partial<Record<Culture, number>>;
  /** The language that shops and departments are named in. */
  language: Culture;
  /** The interface language of a part of the users there. */
  locale: string;
  /** What things cost there, against the table of spending. */
  prices: number;
  /** Value added or sales tax in percent, the standard rate first, and what its codes begin with. */
  tax: { prefix: string; rates: number[] } | null;
  /** What companies' names end with. */
  forms: string[];
  /** The month in which offices are emptiest. */
  holidays: number;
  /** The most populous first. */
  cities: City[];
}

/** A line of the table: `code currency prices holidays locale`, tax, forms and cities (`name:region`, by comma). */
function country(
  line: string,
  cultures: Partial<Record<Culture, number>>,
  language: Culture,
  tax: string,
  forms: string,
  cities: string
): Country {
  const [code = '', currency = '', prices = '1', holidays = '8', locale = 'en_GB'] = line.split(' ');
  const [prefix = '', ...rates] = tax.split(' ');
  return {
    code,
    currency,
    cultures,
    language,
    locale,
    prices: Number(prices),
    tax: prefix ? { prefix, rates: rates.map(Number) } : null,
    forms: forms.split(', '),
    holidays: Number(holidays),
    cities: cities.split(', ').map((city) => {
      const [name = '', region] = city.split(':');
      return { name, region: region ?? null };
    })
  };
}

/** Countries with their currency (ISO 4217), tax rates as they stood in 2025, and cities with regions (ISO 3166-2 where cards carry them). */
export const COUNTRIES: readonly Country[] = [
  country(
    'SE SEK 1.05 7 sv',
    { sv: 88, fi: 4, en: 2, tr: 2, pl: 2, hi: 2 },
    'sv',
    'SE 25 12 6',
    'AB, AB, AB, Kommanditbolag',
    'Stockholm, Göteborg, Malmö, Uppsala, Västerås, Örebro, Linköping, Helsingborg, Jönköping, Norrköping, Lund, Umeå, Gävle, Luleå'
  ),
  country(
    'NO NOK 1.25 7 no',
    { nb: 90, sv: 5, pl: 3, hi: 2 },
    'nb',
    'NO 25 15 12',
    'AS, AS, AS, ASA',
    'Oslo, Bergen, Stavanger, Trondheim, Drammen, Fredrikstad, Kristiansand, Tromsø, Ålesund, Bodø'
  ),
  country(
    'DK DKK 1.2 7 da',
    { da: 92, de: 4, tr: 2, en: 2 },
    'da',
    'DK 25',
    'A/S, ApS, A/S, P/S',
    'København, Aarhus, Odense, Aalborg, Esbjerg, Randers, Kolding, Horsens, Vejle, Roskilde'
  ),
  country(
    'FI EUR 1.05 7 fi',
    { fi: 90, sv: 8, en: 2 },
    'fi',
    'FI 25.5 14 10',
    'Oy, Oy, Oyj, Ky',
    'Helsinki, Espoo, Tampere, Vantaa, Oulu, Turku, Jyväskylä, Lahti, Kuopio, Pori'
  ),
  country(
    'DE EUR 1 8 de',
    { de: 84, tr: 6, pl: 4, it: 3, en: 3 },
    'de',
    'DE 19 7',
    'GmbH, GmbH, GmbH & Co. KG, AG, KG',
    'Berlin, Hamburg, München, Köln, Frankfurt am Main, Stuttgart, Düsseldorf, Leipzig, Dortmund, Bremen, Dresden, Hannover, Nürnberg, Mannheim'
  ),
  country(
    'CH CHF 1.5 7 de',
    { de: 68, fr: 20, it: 12 },
    'de',
    'CH 8.1 2.6 3.8',
    'AG, AG, GmbH, SA',
    'Zürich:ZH, Genève:GE, Basel:BS, Bern:BE, Lausanne:VD, Winterthur:ZH, Luzern:LU, St. Gallen:SG, Lugano:TI, Zug:ZG'
  ),
  country(
    'NL EUR 1.05 8 nl',
    { nl: 88, tr: 4, en: 4, id: 4 },
    'nl',
    'NL 21 9',
    'B.V., B.V., N.V., VOF',
    'Amsterdam, Rotterdam, Den Haag, Utrecht, Eindhoven, Groningen, Tilburg, Almere, Breda, Nijmegen, Arnhem, Maastricht'
  ),
  country(
    'FR EUR 1 8 fr',
    { fr: 92, es: 3, pt: 3, it: 2 },
    'fr',
    'FR 20 10 5.5',
    'SAS, SARL, SA, SAS',
    'Paris, Marseille, Lyon, Toulouse, Nice, Nantes, Montpellier, Strasbourg, Bordeaux, Lille, Rennes, Grenoble, Dijon, Annecy'
  ),
  country(
    'ES EUR 0.8 8 es_ES',
    { es: 95, pt: 3, it: 2 },
    'es',
    'ES 21 10 4',
    'S.L., S.A., S.L., S.L.U.',
    'Madrid, Barcelona, Valencia, Sevilla, Zaragoza, Málaga, Murcia, Palma, Bilbao, Alicante, Valladolid, Vigo'
  ),
  country(
    'PT EUR 0.75 8 pt_PT',
    { pt: 97, es: 3 },
    'pt',
    'PT 23 13 6',
    'Lda., S.A., Unipessoal Lda.',
    'Lisboa, Porto, Braga, Coimbra, Funchal, Aveiro, Faro, Setúbal, Évora'
  ),
  country(
    'IT EUR 0.9 8 it',
    { it: 97, de: 3 },
    'it',
    'IT 22 10 4',
    'S.r.l., S.p.A., S.r.l., S.n.c.',
    'Roma, Milano, Napoli, Torino, Palermo, Genova, Bologna, Firenze, Bari, Verona, Padova, Trieste'
  ),
  country(
    'PL PLN 0.6 8 pl',
    { pl: 98, de: 2 },
    'pl',
    'PL 23 8 5',
    'Sp. z o.o., Sp. z o.o., S.A., Sp. k.',
    'Warszawa, Kraków, Łódź, Wrocław, Poznań, Gdańsk, Szczecin, Bydgoszcz, Lublin, Katowice, Gdynia'
  ),
  country(
    'TR TRY 0.5 8 tr',
    { tr: 100 },
    'tr',
    'TR 20 10 1',
    'A.Ş., Ltd. Şti., A.Ş.',
    'İstanbul, Ankara, İzmir, Bursa, Antalya, Adana, Konya, Gaziantep, Mersin, Kayseri'
  ),
  country(
    'GB GBP 1.05 8 en_GB',
    { en: 82, hi: 7, pl: 4, fr: 2, it: 2, zh: 2, tr: 1 },
    'en',
    'GB 20 5',
    'Ltd, Ltd, plc, LLP',
    'London, Birmingham, Manchester, Leeds, Glasgow, Liverpool, Bristol, Sheffield, Edinburgh, Leicester, Cardiff, Belfast, Nottingham, Reading'
  ),
  country(
    'IE EUR 1.1 8 en_GB',
    { en: 92, pl: 8 },
    'en',
    'IE 23 13.5 9',
    'Ltd, DAC, plc',
    'Dublin, Cork, Limerick, Galway, Waterford, Kilkenny'
  ),
  country(
    'US USD 1 7 en_US',
    { en: 64, es: 18, de: 3, it: 3, zh: 4, hi: 5, ko: 2, ja: 1 },
    'en',
    '',
    'Inc., LLC, Corp., Inc., Co.',
    'New York:NY, Los Angeles:CA, Chicago:IL, Houston:TX, Phoenix:AZ, Philadelphia:PA, San Antonio:TX, San Diego:CA, Dallas:TX, Austin:TX, Jacksonville:FL, Columbus:OH, Charlotte:NC, Indianapolis:IN, Seattle:WA, Denver:CO, Boston:MA, Nashville:TN, Portland:OR, Atlanta:GA, Miami:FL, Minneapolis:MN, Raleigh:NC, Kansas City:MO'
  ),
  country(
    'CA CAD 0.95 7 fr_CA',
    { en: 60, fr: 26, hi: 6, zh: 6, it: 2 },
    'en',
    'CA 13 5',
    'Inc., Ltd., Corp.',
    'Toronto:ON, Montréal:QC, Vancouver:BC, Calgary:AB, Edmonton:AB, Ottawa:ON, Winnipeg:MB, Québec:QC, Halifax:NS'
  ),
  country(
    'MX MXN 0.55 7 es',
    { es: 100 },
    'es',
    'MX 16',
    'S.A. de C.V., S. de R.L.',
    'Ciudad de México:CMX, Guadalajara:JAL, Monterrey:NLE, Puebla:PUE, Tijuana:BCN, León:GUA, Querétaro:QUE'
  ),
  country(
    'BR BRL 0.5 1 pt',
    { pt: 94, it: 4, ja: 2 },
    'pt',
    'BR 17 12',
    'Ltda., S.A., Ltda.',
    'São Paulo:SP, Rio de Janeiro:RJ, Brasília:DF, Salvador:BA, Fortaleza:CE, Belo Horizonte:MG, Curitiba:PR, Recife:PE, Porto Alegre:RS'
  ),
  country(
    'JP JPY 0.9 8 ja',
    { ja: 98, ko: 1, zh: 1 },
    'ja',
    'JP 10 8',
    'K.K., Co., Ltd., K.K.',
    'Tokyo:13, Yokohama:14, Osaka:27, Nagoya:23, Sapporo:01, Fukuoka:40, Kobe:28, Kawasaki:14, Kyoto:26, Saitama:11, Hiroshima:34, Sendai:04'
  ),
  country(
    'KR KRW 0.85 8 ko',
    { ko: 100 },
    'ko',
    'KR 10',
    'Co., Ltd., Inc., Corp.',
    'Seoul:11, Busan:26, Incheon:28, Daegu:27, Daejeon:30, Gwangju:29, Suwon:41, Ulsan:31, Seongnam:41'
  ),
  country(
    'CN CNY 0.6 2 zh_CN',
    { zh: 100 },
    'zh',
    'CN 13 9 6',
    'Co., Ltd., Co., Ltd., Group',
    'Shanghai:SH, Beijing:BJ, Shenzhen:GD, Guangzhou:GD, Chengdu:SC, Hangzhou:ZJ, Wuhan:HB, Nanjing:JS, Suzhou:JS, Tianjin:TJ'
  ),
  country(
    'SG SGD 1.1 12 en_GB',
    { zh: 58, id: 16, hi: 16, en: 10 },
    'en',
    'SG 9',
    'Pte. Ltd., Pte. Ltd., Ltd.',
    'Singapore, Jurong East, Tampines, Woodlands'
  ),
  country(
    'IN INR 0.35 5 en_GB',
    { hi: 100 },
    'hi',
    'IN 18 12 5',
    'Pvt. Ltd., Ltd., LLP',
    'Mumbai:MH, Delhi:DL, Bengaluru:KA, Hyderabad:TG, Chennai:TN, Kolkata:WB, Pune:MH, Ahmedabad:GJ, Jaipur:RJ, Kochi:KL'
  ),
  country(
    'ID IDR 0.4 6 in',
    { id: 92, zh: 8 },
    'id',
    'ID 11',
    'Tbk., Persero, Tbk.',
    'Jakarta:JK, Surabaya:JI, Bandung:JB, Medan:SU, Semarang:JT, Makassar:SN, Denpasar:BA'
  ),
  country(
    'AU AUD 1.05 1 en_GB',
    { en: 82, zh: 8, hi: 6, it: 4 },
    'en',
    'AU 10',
    'Pty Ltd, Pty Ltd, Ltd',
    'Sydney:NSW, Melbourne:VIC, Brisbane:QLD, Perth:WA, Adelaide:SA, Canberra:ACT, Hobart:TAS'
  )
];

/** What a US dollar was worth in each currency, roughly in 2025, and the digits after the point that it is paid with. */
export const CURRENCIES: Readonly<Record<string, { perDollar: number; digits: number }>> = {
  SEK: { perDollar: 9.6, digits: 2 },
  NOK: { perDollar: 10.2, digits: 2 },
  DKK: { perDollar: 6.5, digits: 2 },
  EUR: { perDollar: 0.87, digits: 2 },
  CHF: { perDollar: 0.81, digits: 2 },
  PLN: { perDollar: 3.7, digits: 2 },
  TRY: { perDollar: 40, digits: 2 },
  GBP: { perDollar: 0.75, digits: 2 },
  USD: { perDollar: 1, digits: 2 },
  CAD: { perDollar: 1.38, digits: 2 },
  MXN: { perDollar: 18.8, digits: 2 },
  BRL: { perDollar: 5.5, digits: 2 },
  JPY: { perDollar: 148, digits: 0 },
  KRW: { perDollar: 1385, digits: 0 },
  CNY: { perDollar: 7.15, digits: 2 },
  SGD: { perDollar: 1.29, digits: 2 },
  INR: { perDollar: 87, digits: 2 },
  IDR: { perDollar: 16300, digits: 0 },
  AUD: { perDollar: 1.53, digits: 2 }
};
