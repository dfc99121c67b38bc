import { buffer } from 'node:stream/consumers';
import { columnWidths } from '@/lib/core/files/pdf/column-widths';
import type { PdfRow } from '@/lib/core/files/pdf/table';
import { tableDocument } from '@/lib/core/files/pdf/table-document';
import { linesOf, settable } from '@/lib/core/files/pdf/text-lines';
import { Typefaces } from '@/lib/core/files/pdf/typefaces';
import { readPdf } from '../support/pdf';

async function* each(rows: readonly PdfRow[]) {
  yield* rows;
}

const made = (language: string, rows: readonly PdfRow[], title = 'Spend') =>
  buffer(
    tableDocument({
      title,
      language,
      author: 'Carla Berg',
      madeAt: new Date('2026-11-26T10:00:00Z'),
      pageLabel: (page, pages) => `Page ${page} of ${pages}`,
      facts: [{ label: 'Period', value: '1 Feb 2026 – 28 Feb 2026' }],
      columns: [
        { heading: 'Merchant', align: 'left' },
        { heading: 'Amount', align: 'right' }
      ],
      rows: each(rows)
    })
  );

test('issue 18 a PDF says its language and title, and has its title, facts, headings and cells as a structure', async () => {
  const pdf = await readPdf(await made('sv', [{ cells: ['Kaffe', '12,50 SEK'] }], 'Utgifter'));
  expect(pdf.info).toMatchObject({ Language: 'sv', Title: 'Utgifter', Author: 'Carla Berg', IsAcroFormPresent: false });
  expect(pdf).toMatchObject({ isTagged: true, preferences: { DisplayDocTitle: true } });
  expect(pdf.pages.map(({ structure }) => structure)).toEqual([
    'Root(Document(H1 P Table(THead(TR(TH TH)) TBody(TR(TD TD)))))'
  ]);
});

test.each([
  ['en-US', ['Café Łódź', 'Πειραιάς', 'Ærø', 'Şişli', 'Ünal & Søn', '€ 1 234,50']],
  ['ru', ['Продовольственный магазин', 'Ёлка']],
  ['ja', ['株式会社東京カード', 'スターバックス', '経費精算書（写し）', 'はたらく']],
  ['zh-Hans-CN', ['北京商务有限公司', '费用报销单']],
  ['zh-Hant-TW', ['臺北商務有限公司', '費用報銷單']],
  ['ko', ['서울상사 주식회사', '경비 보고서']]
])('issue 18 a PDF in %s has its texts in its own typeface, and gives them back', async (language, texts) => {
  const bytes = await made(
    language,
    texts.map((text) => ({ cells: [text, '1'] }))
  );
  const text = (await readPdf(bytes)).pages[0]?.text;
  for (const one of texts) expect(text).toContain(one);
  expect(text).not.toContain('\ufffd');
  // Parts of the typefaces, not whole ones.
  expect(bytes.byteLength).toBeLessThan(120_000);
  expect(bytes.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+NotoSans/);
});

test('issue 18 a character that no typeface has is shown as unknown, and the rest of its text stays', async () => {
  const pdf = await readPdf(await made('en-US', [{ cells: ['before \u{1f6d2} after \u0000\u202e.', ''] }]));
  expect(pdf.pages[0]?.text).toContain('before \ufffd after .');
});

test('issue 18 a table repeats its headings and numbers its pages outside the structure, and no row is lost or split', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({ cells: [`merchant ${at}.`, `${at}.00 EUR`] }));
  const { pages } = await readPdf(await made('de', rows));
  expect(pages.length).toBeGreaterThan(4);
  for (const [at, { text }] of pages.entries()) {
    expect(text).toContain('Merchant');
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  const all = pages.map(({ text }) => text).join('');
  for (const { cells } of rows) for (const cell of cells) expect(all).toContain(cell);
  // pdf.js gives a table as a whole with each of its pages.
  for (const { structure } of pages) {
    expect(structure.match(/TH\b/g)).toHaveLength(2);
    expect(structure.match(/TD/g)).toHaveLength(600);
  }
});

test('issue 18 amounts end at the right of their column', async () => {
  const { pages } = await readPdf(await made('en-US', [{ cells: ['a', '1.00'] }, { cells: ['b', '1,000,000.00'] }]));
  const ends = pages[0]?.texts.filter(({ text }) => text.endsWith('.00')).map(({ end }) => end);
  expect(ends).toHaveLength(2);
  expect(new Set(ends).size).toBe(1);
});

test('issue 18 a text longer than a page goes on where the next one begins', async () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `w${at}`);
  const { pages } = await readPdf(
    await made('en-US', [{ cells: [words.join(' '), '1'] }, { cells: ['the next row', '2'] }])
  );
  expect(pages.length).toBeGreaterThan(2);
  const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  for (const word of words) expect(all).toMatch(new RegExp(`\\b${word}\\b`));
  expect(all).toContain('the next row');
});

test('issue 18 lines break at spaces, between characters of East Asian scripts, and never within an amount', () => {
  const width = (text: string) => [...text].length;
  expect(linesOf('one two three', 7, width)).toEqual(['one two', 'three']);
  expect(linesOf('経費精算書。次', 3, width)).toEqual(['経費精', '算書。', '次']);
  expect(linesOf('abcdefgh', 3, width)).toEqual(['abc', 'def', 'gh']);
  expect(linesOf('pay 1\u00a0234,50\u00a0EUR', 12, width)).toEqual(['pay', '1\u00a0234,50\u00a0EUR']);
  expect(linesOf('a\n\nb', 5, width)).toEqual(['a', '', 'b']);
  expect(settable('e\u0301\t\u202ex\u0007\ud800')).toBe('é x\ufffd');
});

test('issue 18 columns are as wide as their texts, or share what there is by need', () => {
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  expect(columnWidths([{ whole: 100, least: 10 }], 500)).toEqual([130]);
  const tight = columnWidths(
    [
      { whole: 400, least: 40 },
      { whole: 100, least: 100 }
    ],
    300
  );
  expect(tight).toEqual([200, 100]);
  expect(
    sum(
      columnWidths(
        [
          { whole: 400, least: 300 },
          { whole: 400, least: 300 }
        ],
        300
      )
    )
  ).toBeCloseTo(300);
});

test('issue 18 Chinese, Japanese and Korean each have the shapes of their own language', () => {
  const typeface = (language: string, text: string) => new Typefaces(language).runs(text)[0]?.typeface;
  expect(typeface('ja', '骨')).toBe('japanese');
  expect(typeface('zh-Hans-CN', '骨')).toBe('simplified');
  expect(typeface('zh-Hant-TW', '骨')).toBe('traditional');
  expect(typeface('ko', '서')).toBe('korean');
  expect(typeface('en-US', 'a')).toBe('regular');
});
