import type { Photo } from './receipt-pictures';

/** A receipt as a shop printed it, and what is true of it. */
export interface PrintedReceipt {
  language: Language;
  lines: string[];
  merchant: string;
  /** As the bank writes it: `1234.50`. */
  amount: string;
  /** `2026-02-28` */
  day: string;
  /** Every amount that stands on it. */
  said: string[];
}

export const LANGUAGES = ['en', 'de', 'fr', 'ru', 'el', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Form {
  merchants: string[];
  /** The lines between the merchant and the day. */
  head: string[];
  items: string[];
  tax: string;
  total: string;
  thanks: string;
  /** Digits after the point. */
  digits: 0 | 2;
  number: (amount: number) => string;
  money: (amount: string) => string;
  day: (year: number, month: number, day: number) => string;
}

const grouped = (amount: number, digits: number, group: string, point: string) => {
  const [whole, decimals] = (amount / 10 ** digits).toFixed(digits).split('.') as [string, string?];
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + (decimals ? point + decimals : '');
};
const two = (value: number) => String(value).padStart(2, '0');

const FORMS: Record<Language, Form> = {
  en: {
    merchants: ['Wharf Street Supplies', 'Harbour Grill', 'Northgate Taxis', 'The Old Mill Inn'],
    head: ['12 Quay Road, Bristol', 'VAT GB 123 4567 89'],
    items: ['Printer paper', 'Lunch menu', 'Airport ride', 'Double room', 'Coffee'],
    tax: 'VAT 20%',
    total: 'TOTAL',
    thanks: 'Thank you for your visit',
    digits: 2,
    number: (amount) => grouped(amount, 2, ',', '.'),
    money: (amount) => `GBP ${amount}`,
    day: (year, month, day) => `${two(day)}/${two(month)}/${year}`
  },
  de: {
    merchants: ['Gasthaus zum Löwen', 'Bürobedarf Schäfer', 'Hotel am Mühlbach', 'Bäckerei Großmann'],
    head: ['Hauptstraße 7, 80331 München', 'Steuer-Nr. 21/815/08150'],
    items: ['Schnitzel', 'Radler', 'Übernachtung', 'Druckerpapier', 'Brötchen'],
    tax: 'MwSt 19%',
    total: 'SUMME',
    thanks: 'Vielen Dank für Ihren Besuch',
    digits: 2,
    number: (amount) => grouped(amount, 2, '.', ','),
    money: (amount) => `EUR ${amount}`,
    day: (year, month, day) => `${two(day)}.${two(month)}.${year}`
  },
  fr: {
    merchants: ['Brasserie du Théâtre', 'Librairie Générale', 'Hôtel des Remparts', 'Taxi Bellecour'],
    head: ['18 rue Mercière, 69002 Lyon', 'SIRET 732 829 320 00074'],
    items: ['Menu du jour', 'Café crème', 'Chambre double', 'Cahiers', 'Course'],
    tax: 'TVA 10%',
    total: 'TOTAL TTC',
    thanks: 'Merci de votre visite',
    digits: 2,
    number: (amount) => grouped(amount, 2, ' ', ','),
    money: (amount) => `${amount} €`,
    day: (year, month, day) =>
      `${day} ${['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'][month - 1]} ${year}`
  },
  ru: {
    merchants: ['Ресторан Волга', 'Гостиница Маяк', 'Такси Столица', 'Книжный магазин Буква'],
    head: ['Невский проспект 28, Санкт-Петербург', 'ИНН 7707083893'],
    items: ['Обед', 'Номер', 'Поездка', 'Бумага', 'Кофе'],
    tax: 'НДС 20%',
    total: 'ИТОГО',
    thanks: 'Спасибо за покупку',
    digits: 2,
    number: (amount) => grouped(amount, 2, ' ', ','),
    money: (amount) => `${amount} руб.`,
    day: (year, month, day) => `${two(day)}.${two(month)}.${year}`
  },
  el: {
    merchants: ['Ταβέρνα Θάλασσα', 'Ξενοδοχείο Ακρόπολη', 'Βιβλιοπωλείο Γνώση', 'Καφενείο Ελιά'],
    head: ['Ερμού 15, Αθήνα', 'ΑΦΜ 094019245'],
    items: ['Γεύμα', 'Δωμάτιο', 'Καφές', 'Χαρτί', 'Σαλάτα'],
    tax: 'ΦΠΑ 24%',
    total: 'ΣΥΝΟΛΟ',
    thanks: 'Ευχαριστούμε',
    digits: 2,
    number: (amount) => grouped(amount, 2, '.', ','),
    money: (amount) => `${amount} €`,
    day: (year, month, day) => `${two(day)}/${two(month)}/${year}`
  },
  ja: {
    merchants: ['さくら食堂', '東京ホテル', '山田書店', 'みなと交通'],
    head: ['東京都港区芝公園4-2-8', '登録番号 T1234567890123'],
    items: ['定食', '宿泊料', '書籍', '運賃', '珈琲'],
    tax: '消費税10%',
    total: '合計',
    thanks: 'ありがとうございました',
    digits: 0,
    number: (amount) => grouped(amount, 0, ',', '.'),
    money: (amount) => `¥${amount}`,
    day: (year, month, day) => `${year}年${month}月${day}日`
  }
};

/** Numbers that are the same on each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** How the pictures are taken, from easy to hard. */
export const PHOTOS: readonly Photo[] = [
  {},
  { angle: 5, noise: 40 },
  { angle: -5, blur: 1.2 },
  { turns: 1, angle: 1 },
  { turns: 2, angle: -2 },
  { turns: 3, angle: 3, noise: 40 },
  { ink: '#8a8680', paper: '#d2cdc2', noise: 20 },
  { quality: 35, noise: 50, angle: 2 }
];

/** Receipts of six languages, `each` of each, the same on each run. */
export function receiptCorpus(each: number, seed = 1): PrintedReceipt[] {
  const number = numbersFrom(seed);
  return Array.from({ length: each }, () => LANGUAGES.map((language) => printed(language, number))).flat();
}

function printed(language: Language, number: (below: number) => number): PrintedReceipt {
  const form = FORMS[language];
  const unit = 10 ** form.digits;
  const items = Array.from({ length: 2 + number(3) }, () => ({
    name: form.items[number(form.items.length)] as string,
    count: 1 + number(3),
    price: form.digits === 0 ? 180 + number(9_000) : 150 + number(30_000)
  }));
  const sums = items.map(({ count, price }) => count * price);
  const total = sums.reduce((sum, one) => sum + one, 0);
  const tax = Math.round(total / 11);
  const merchant = form.merchants[number(form.merchants.length)] as string;
  const [month, day] = [1 + number(12), 1 + number(28)];
  const lines = [
    merchant,
    ...form.head,
    `${form.day(2026, month, day)} ${two(8 + number(12))}:${two(number(60))}`,
    ...items.map(({ name, count }, at) => `${count} x ${name}    ${form.number(sums[at] as number)}`),
    `${form.tax}    ${form.number(tax)}`,
    `${form.total}    ${form.money(form.number(total))}`,
    form.thanks
  ];
  const bank = (amount: number) => (amount / unit).toFixed(2);
  return {
    language,
    lines,
    merchant,
    amount: bank(total),
    day: `2026-${two(month)}-${two(day)}`,
    said: [...sums, tax, total].map(bank)
  };
}
