/** What a merchant sells, in the few groups that a person tells apart at a glance. */
export type MerchantCategory = (typeof MERCHANT_CATEGORIES)[number];

export const MERCHANT_CATEGORIES = [
  'airlines',
  'rail',
  'taxi',
  'hotels',
  'restaurants',
  'fuel',
  'groceries',
  'software',
  'telecom',
  'office',
  'hardware',
  'medical',
  'education',
  'services',
  'cash',
  'fees',
  'other'
] as const;

/**
 * Ranges of merchant category codes, first to last, both included (ISO 18245, with the ranges that the card schemes give
 * to single airlines, car rental companies and hotels). The first range that has a code decides.
 */
export const MERCHANT_CATEGORY_RANGES: readonly (readonly [first: number, last: number, MerchantCategory])[] = [
  [3000, 3350, 'airlines'],
  [3351, 3500, 'taxi'],
  [3501, 3999, 'hotels'],
  [4011, 4112, 'rail'],
  [4121, 4131, 'taxi'],
  [4511, 4582, 'airlines'],
  [4722, 4722, 'airlines'],
  [4784, 4789, 'taxi'],
  [4812, 4815, 'telecom'],
  [4816, 4816, 'software'],
  [4821, 4821, 'telecom'],
  [4829, 4829, 'cash'],
  [4899, 4899, 'telecom'],
  [4900, 4900, 'services'],
  [5021, 5021, 'office'],
  [5039, 5039, 'hardware'],
  [5044, 5044, 'office'],
  [5045, 5045, 'software'],
  [5047, 5047, 'medical'],
  [5051, 5085, 'hardware'],
  [5111, 5111, 'office'],
  [5122, 5122, 'medical'],
  [5172, 5172, 'fuel'],
  [5192, 5192, 'office'],
  [5198, 5251, 'hardware'],
  [5411, 5499, 'groceries'],
  [5541, 5542, 'fuel'],
  [5732, 5732, 'hardware'],
  [5734, 5734, 'software'],
  [5811, 5814, 'restaurants'],
  [5815, 5818, 'software'],
  [5912, 5912, 'medical'],
  [5921, 5921, 'groceries'],
  [5942, 5943, 'office'],
  [5975, 5976, 'medical'],
  [5983, 5983, 'fuel'],
  [5994, 5994, 'office'],
  [6010, 6011, 'cash'],
  [6012, 6300, 'fees'],
  [7011, 7033, 'hotels'],
  [7276, 7277, 'services'],
  [7311, 7322, 'services'],
  [7333, 7339, 'office'],
  [7342, 7361, 'services'],
  [7372, 7379, 'software'],
  [7392, 7393, 'services'],
  [7394, 7394, 'hardware'],
  [7399, 7399, 'services'],
  [7512, 7523, 'taxi'],
  [7531, 7549, 'fuel'],
  [8011, 8099, 'medical'],
  [8111, 8111, 'services'],
  [8211, 8351, 'education'],
  [8734, 8999, 'services'],
  [9211, 9399, 'fees'],
  [9402, 9402, 'office']
];

/**
 * The group of a merchant category code.
 *
 * @param code four digits, as stored with a transaction; null or anything else is `other`
 */
export function merchantCategory(code: string | null): MerchantCategory {
  if (code === null || !/^\d{4}$/.test(code)) return 'other';
  const number = Number(code);
  return MERCHANT_CATEGORY_RANGES.find(([first, last]) => number >= first && number <= last)?.[2] ?? 'other';
}
