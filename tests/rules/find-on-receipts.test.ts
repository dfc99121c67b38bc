import { amountsOn, findAmount } from '@/lib/money/reading/find-amount';
import { findDay } from '@/lib/money/reading/find-day';
import { findMerchant } from '@/lib/money/reading/find-merchant';
import type { Word } from '@/lib/money/reading/words';

/** The words of lines of a receipt. */
const wordsOf = (...lines: string[]): Word[] =>
  lines.flatMap((line, at) => line.split(' ').map((text): Word => ({ text, line: at, box: null })));
const said = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

describe('an amount', () => {
  test.each([
    ['120.50', 'Total 120.50'],
    ['120.50', 'Summa 120,50 kr'],
    ['120.50', 'Total: $120.50'],
    ['120.50', 'EUR120,50'],
    ['1234.50', 'Total 1,234.50'],
    ['1234.50', 'Summe 1.234,50 €'],
    ['1234.50', 'Summa 1 234,50'],
    ['1234.50', "Total CHF 1'234.50"],
    ['2170.00', 'Summa SEK 2 170,00'],
    ['120.50', 'Total 120. 50'],
    ['35.00', 'Total 35.00'],
    ['131.20', 'TOTAL TTC 131 20 €'],
    ['35', 'Totalt 35,- kr'],
    ['35', 'Total € 35'],
    ['1200', '合計 ¥1,200'],
    ['1200', 'Total 1200']
  ])('%s is found in “%s”', (amount, line) => {
    expect(findAmount(wordsOf('Table 35', line), amount)).not.toEqual([]);
  });

  test.each([
    ['120.50', 'Total 120.51'],
    ['120.50', 'Total 1120.50'],
    ['120.50', 'No 12050'],
    ['1234.50', 'Total 234.50'],
    ['35', 'Table 35'],
    ['131.20', 'Tables 131 20'],
    ['35', 'Total 35.50'],
    ['170.00', 'Total 2 170,50'],
    ['20.26', '2026-02-13']
  ])('%s is not found in “%s”', (amount, line) => {
    expect(findAmount(wordsOf(line), amount)).toEqual([]);
  });

  test('is the words of one line alone', () => {
    expect(said(findAmount(wordsOf('Room 2', '170,00 tax'), '2170.00'))).toBe('');
    expect(said(findAmount(wordsOf('Room 2', '170,00 tax'), '170.00'))).toBe('170,00');
  });

  test('every amount with decimals is listed once', () => {
    expect(amountsOn(wordsOf('Coffee 9,00', '2 x 45,00 90,00', 'Total 1.099,00 EUR', 'VAT 9,00'))).toEqual([
      ...['9.00', '45.00', '90.00', '1099.00']
    ]);
  });
});

describe('a day', () => {
  test.each([
    '2026-02-13 18:42',
    '13.02.2026',
    '13/02/26',
    '02/13/2026',
    '13-2-2026',
    '13. Februar 2026',
    '13 févr. 2026',
    '13 de febrero de 2026',
    'Feb 13, 2026',
    '13 helmikuuta 2026',
    '13 февраля 2026 г.',
    '13 Φεβρουαρίου 2026',
    '2026 年 2 月 13 日',
    '2026년 2월 13일',
    '13 Şubat 2026',
    '12.02.2026',
    '14.02.2026'
  ])('2026-02-13 is found in “%s”', (line) => {
    expect(findDay(wordsOf('Receipt 4711', `Date ${line}`), '2026-02-13')).not.toEqual([]);
  });

  test.each(['2026-02-15', '13.03.2026', '13.02.2025', '113.02.2026', '13.02.20261'])(
    '2026-02-13 is not found in “%s”',
    (line) => {
      expect(findDay(wordsOf(line), '2026-02-13')).toEqual([]);
    }
  );

  test('has the words that say it', () => {
    expect(said(findDay(wordsOf('On 13 févr. 2026 at noon'), '2026-02-13'))).toBe('13 févr. 2026');
  });
});

describe('a merchant', () => {
  test.each([
    ['HARBOUR HOTEL MALMO SE', 'Harbour Hotel Malmö AB'],
    ['Café Østergård', 'CAFE OSTERGARD'],
    ['Harbour Hotel', 'Harb0ur Hotel'],
    ['Gasthaus Straße', 'GASTHAUS STRASSE'],
    ['Ресторан Волга', 'РЕСТОРАН ВОЛГА ООО'],
    ['ΤΑΒΕΡΝΑ ΘΑΛΑΣΣΑ', 'Ταβέρνα Θάλασσα'],
    ['さくら食堂', 'さく ら 食 堂 本店'],
    ['東京大飯店', '東 京 犬 飯 店'],
    ['한강식당', '한강식당 본점']
  ])('%s is found in “%s”', (merchant, line) => {
    expect(findMerchant(wordsOf(line, 'Total 5'), merchant)).not.toEqual([]);
  });

  test.each([
    ['Harbour Hotel', 'Grand Hotel'],
    ['Corner Café', 'Cafeteria Nord'],
    ['7 11', '7 11'],
    ['山田書店', '山 本 書 房'],
    ['東京', '京 東']
  ])('%s is not found in “%s”', (merchant, line) => {
    expect(findMerchant(wordsOf(line), merchant)).toEqual([]);
  });

  test('stands together', () => {
    const apart = ['Harbour', ...Array.from({ length: 5 }, () => 'x'), 'Hotel'];
    expect(findMerchant(wordsOf(...apart), 'Harbour Hotel Quay')).toEqual([]);
  });
});
