import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { evidenceOn, readingsOf } from '@/lib/money/reading/evidence';
import { findAmount } from '@/lib/money/reading/find-amount';
import { findDay } from '@/lib/money/reading/find-day';
import { findMerchant } from '@/lib/money/reading/find-merchant';
import { closeReading, readFile } from '@/lib/money/reading/read-file';
import { readNext } from '@/lib/money/reading/read-waiting';
import { openedWords } from '@/lib/money/reading/sealed-words';
import { hasWords } from '@/lib/money/reading/search-words';
import type { Word } from '@/lib/money/reading/words';
import { addReceipt } from '@/lib/money/receipts/add-receipt';
import { receiptBox } from '@/lib/money/receipts/box';
import { removeReceipt } from '@/lib/money/receipts/change-receipt';
import { aReceipt, sentFile } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { LANGUAGES, PHOTOS, type PrintedReceipt, receiptCorpus } from '../support/receipt-corpus';
import { aBomb, aPdfOf, aPhoto, aTextPdf } from '../support/receipt-pictures';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();
let A: Principal;

beforeEach(async () => {
  A = await aPrincipalAt(
    world.current,
    'A',
    await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)))
  );
});
afterAll(closeReading);

const HOTEL = [
  'HARBOUR HOTEL MALMÖ',
  'Org.nr 556677-8899',
  '2026-02-13 18:42',
  'Rum 2 nätter      1 980,00',
  'Frukost   2 x 95,00   190,00',
  'Moms 12 %      232,50',
  'Summa SEK      2 170,00'
];
const CHARGE = {
  amount: '2170.00',
  billedAmount: '191.40',
  transactionDate: '2026-02-13',
  merchantName: 'HARBOUR HOTEL MALMO'
};

async function added(bytes: Buffer, name: string): Promise<string> {
  const { id } = granted(await addReceipt(A, sentFile(bytes, name), { takenOn: '2026-02-13', amount: null }, ORIGIN));
  return (await receiptBox(A)).find((one) => one.id === id)?.attachmentId as string;
}

/** Has everything that waits done. */
async function worked(): Promise<void> {
  while (await workOnce(outboxHandlers));
  while (await readNext());
}

const stateOf = async (attachmentId: string) =>
  (
    await world.current.query<{ state: string; attempts: number }>(
      'SELECT state, attempts FROM receipt_readings WHERE attachment_id = $1',
      [attachmentId]
    )
  )[0];

test('C3.028 a photo in the box is read, and what the bank knows is found where it stands', async () => {
  const attachment = await added(await aPhoto(HOTEL, { angle: 2 }), 'hotel.jpg');
  expect(await readingsOf(A.issuerId, [attachment])).toEqual(new Map());
  await worked();
  const words = (await readingsOf(A.issuerId, [attachment])).get(attachment) as Word[];
  const { amount, day, merchant } = evidenceOn(words, CHARGE);
  for (const boxes of [amount, day, merchant]) {
    expect(boxes?.length).toBeGreaterThan(0);
    for (const [left, top, right, bottom] of boxes ?? []) {
      expect(left).toBeLessThan(right);
      expect(top).toBeLessThan(bottom);
      expect(bottom).toBeLessThanOrEqual(1_000);
    }
  }
  // The merchant stands at the top, the total at the bottom.
  expect(merchant?.[0]?.[3]).toBeLessThan(amount?.[0]?.[1] as number);
  expect(evidenceOn(words, { ...CHARGE, amount: '2171.00' }).amount).toBeNull();
  expect(evidenceOn(words, { ...CHARGE, merchantName: null }).merchant).toBeUndefined();
  // A day of the bank's own currency is found by the other amount.
  expect(evidenceOn(words, { ...CHARGE, amount: '1.00', billedAmount: '232.50' }).amount).not.toBeNull();
});

test('a PDF is read by its text', async () => {
  const attachment = await added(aTextPdf(['HARBOUR HOTEL', '13.02.2026', 'Total EUR 2,170.00']), 'hotel.pdf');
  await worked();
  const words = (await readingsOf(A.issuerId, [attachment])).get(attachment) as Word[];
  expect(evidenceOn(words, CHARGE)).toEqual({ amount: [], day: [], merchant: [] });
});

/** A PDF whose pages hold a picture each and no text, but for what is written over it. */
async function aScan(lines: readonly string[], { pages = 1, signed = '' } = {}): Promise<Buffer> {
  const picture = await aPhoto(lines);
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const drawn = `q 595 0 0 ${Math.round((595 * height) / width)} 0 40 cm /Im Do Q BT /F 8 Tf 20 20 Td (${signed}) Tj ET`;
  return aPdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${Math.round((595 * height) / width) + 80}] /Contents 4 0 R
      /Resources << /XObject << /Im 5 0 R >> /Font << /F 6 0 R >> >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    Buffer.concat([
      Buffer.from(`<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB
        /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`),
      picture,
      Buffer.from('\nendstream')
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]);
}

test('issue 17 What must be there 2 a PDF that holds only a picture is drawn and read', async () => {
  const attachment = await added(await aScan(HOTEL, { signed: 'Scanned by Camera' }), 'scan.pdf');
  await worked();
  const words = (await readingsOf(A.issuerId, [attachment])).get(attachment) as Word[];
  expect(evidenceOn(words, CHARGE)).toEqual({ amount: [], day: [], merchant: [] });
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Scanned', 'Camera']));
  // No line of one page goes on in the next.
  expect(Math.max(...words.map(({ line }) => line))).toBeGreaterThanOrEqual(HOTEL.length);
}, 120_000);

test('of a long scan the first pages are read', async () => {
  const words = await readFile(await aScan(['TOTAL EUR 12,50', 'HARBOUR HOTEL'], { pages: 7 }), 'application/pdf');
  expect(words.filter(({ text }) => text === '12,50')).toHaveLength(3);
}, 120_000);

test('a PDF whose pages can’t be drawn keeps its text', async () => {
  const broken = (await aScan(HOTEL, { signed: 'Paid 12,50' })).toString('latin1').replace('/DCTDecode', '/DCTDecodx');
  const words = await readFile(Buffer.from(broken, 'latin1'), 'application/pdf');
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Paid', '12,50']));
}, 120_000);

test('C9.009 a card number on a receipt is not kept', async () => {
  const attachment = await added(aTextPdf(['Card 4539 1488 0343 6467', 'Total EUR 2,170.00']), 'card.pdf');
  await worked();
  const words = (await readingsOf(A.issuerId, [attachment])).get(attachment) as Word[];
  const text = words.map((word) => word.text).join(' ');
  expect(text).toBe('Card •••• •••• •••• •••• Total EUR 2,170.00');
});

test('C3.028 what is kept of a receipt is sealed, and goes nowhere else', async () => {
  const attachment = await added(aTextPdf(['HARBOUR HOTEL', 'Total EUR 2,170.00']), 'stay.pdf');
  await worked();
  const [kept] = await world.current.query<{ words: Buffer }>(
    'SELECT words FROM receipt_readings WHERE attachment_id = $1',
    [attachment]
  );
  expect(kept?.words.toString('latin1')).not.toContain('HARBOUR');
  const key = { issuerId: A.issuerId, attachmentId: attachment };
  expect(openedWords(key, kept?.words as Buffer)[0]?.text).toBe('HARBOUR');
  expect(() => openedWords({ ...key, attachmentId: A.issuerId }, kept?.words as Buffer)).toThrow();
});

test.each([
  ['harbour', true],
  ['HARBOUR créme', true],
  ['arbou', true],
  ['stay.pdf', true],
  ['harbour taxi', false],
  ['2,170', true]
])('C3.028 a receipt is found by its words: %s is %s', (looked, isFound) => {
  const words = ['HARBOUR', 'Hôtel', 'Crème', '2,170.00'].map((text, line) => ({ text, line, box: null }));
  expect(hasWords(looked, { words, name: 'stay.pdf' })).toBe(isFound);
});

test('what can’t be read is given up after three tries, and stops nothing', async () => {
  const broken = await added(aReceipt('jpg', 2_000), 'broken.jpg');
  const fine = await added(aTextPdf(['Total 5.00']), 'fine.pdf');
  await worked();
  expect(await stateOf(broken)).toEqual({ state: 'unreadable', attempts: 3 });
  // It is never kept, and would do no harm.
  await expect(readFile(aBomb(), 'image/png')).rejects.toThrow();
  expect(await stateOf(fine)).toMatchObject({ state: 'read' });
  expect([...(await readingsOf(A.issuerId, [broken, fine])).keys()]).toEqual([fine]);
});

test('whoever dies while reading leaves the file to others, three times', async () => {
  const attachment = await added(aTextPdf(['Total 5.00']), 'fine.pdf');
  while (await workOnce(outboxHandlers));
  const begin = (minutes: number, attempts: number) =>
    world.current.query(
      "UPDATE receipt_readings SET attempts = $3, begun_at = now() - $2 * interval '1 minute' WHERE attachment_id = $1",
      [attachment, minutes, attempts]
    );
  await begin(20, 1);
  expect(await readNext()).toBe(false);
  await begin(21, 3);
  expect(await readNext()).toBe(false);
  await begin(21, 2);
  expect(await readNext()).toBe(true);
  expect(await stateOf(attachment)).toEqual({ state: 'read', attempts: 3 });
});

test('a removed receipt is not read, and two read different files', async () => {
  const { id } = granted(
    await addReceipt(A, sentFile(aTextPdf(['Total 1.00']), 'gone.pdf'), { takenOn: '2026-02-13', amount: null }, ORIGIN)
  );
  granted(await removeReceipt(A, id, ORIGIN));
  await worked();
  expect(await world.current.query('SELECT 1 FROM receipt_readings WHERE issuer_id = $1', [A.issuerId])).toEqual([]);
  const both = [await added(aTextPdf(['Total 2.00']), '2.pdf'), await added(aTextPdf(['Total 3.00']), '3.pdf')];
  while (await workOnce(outboxHandlers));
  expect(await Promise.all([readNext(), readNext()])).toEqual([true, true]);
  expect(await readNext()).toBe(false);
  expect((await readingsOf(A.issuerId, both)).size).toBe(2);
});

/** A program that reads the receipt of a picture and prints its words. */
async function anOffline(): Promise<{ program: string; remove: () => void }> {
  const picture = join(mkdtempSync(join(tmpdir(), 'tessera-offline-')), 'receipt.jpg');
  writeFileSync(picture, await aPhoto(HOTEL));
  const program = `
    import { readFileSync } from 'node:fs';
    import { networkInterfaces } from 'node:os';
    const { wordsOfPicture } = await import('./lib/money/reading/reading-process.mjs');
    const words = await wordsOfPicture(readFileSync(${JSON.stringify(picture)}));
    console.log('interfaces', Object.keys(networkInterfaces()).length);
    console.log(words.map(({ text }) => text).join(' '));
    process.exit(0);`;
  return { program, remove: () => rmSync(dirname(picture), { recursive: true }) };
}

test('reading asks nothing of the network', async () => {
  const { program, remove } = await anOffline();
  const output = execFileSync(
    process.execPath,
    ['--require', './tests/support/without-network.cjs', '--input-type=module', '--eval', program],
    { encoding: 'utf8' }
  );
  remove();
  expect(output).toContain('170,00');
});

/** Whether the kernel lets a user make a namespace without any network. */
const hasNamespaces = spawnSync('unshare', ['-rn', 'true']).status === 0;

(hasNamespaces ? test : test.skip)(
  `issue 17 What must be there 2 a receipt is read in a network namespace without an interface${hasNamespaces ? '' : ' (skipped: this kernel makes none for users)'}`,
  async () => {
    const { program, remove } = await anOffline();
    const output = execFileSync('unshare', ['-rn', process.execPath, '--input-type=module', '--eval', program], {
      encoding: 'utf8'
    });
    remove();
    // The loopback interface is down there, so the system tells of none.
    expect(output).toContain('interfaces 0');
    expect(output).toContain('170,00');
  },
  120_000
);

test('issue 17 Proof the known amount is found on 95 of 100 photos in six languages, day and merchant on nine of ten, and a wrong amount on one of 100 at most', async () => {
  // Those of a language one after another, as its reader stays; tests/bench/receipts.mts has more of them.
  const corpus = receiptCorpus(4).sort((a, b) => LANGUAGES.indexOf(a.language) - LANGUAGES.indexOf(b.language));
  const read: { receipt: PrintedReceipt; words: Word[] }[] = [];
  for (const [at, receipt] of corpus.entries())
    read.push({
      receipt,
      words: await readFile(await aPhoto(receipt.lines, PHOTOS[(at * 3) % PHOTOS.length]), 'image/jpeg')
    });
  const shareOf = (finds: (one: (typeof read)[number]) => readonly Word[]) =>
    read.filter((one) => finds(one).length > 0).length / read.length;
  expect(shareOf(({ receipt, words }) => findAmount(words, receipt.amount))).toBeGreaterThanOrEqual(0.95);
  expect(shareOf(({ receipt, words }) => findDay(words, receipt.day))).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(({ receipt, words }) => findMerchant(words, receipt.merchant))).toBeGreaterThanOrEqual(0.9);
  const pairs = read.flatMap(({ receipt, words }) =>
    corpus
      .filter(({ amount }) => !receipt.said.includes(amount))
      .map(({ amount }) => findAmount(words, amount).length > 0)
  );
  expect(pairs.length).toBeGreaterThan(500);
  expect(pairs.filter(Boolean).length / pairs.length).toBeLessThanOrEqual(0.01);
  // Words of every script are searched.
  for (const { receipt, words } of read.filter(({ receipt: { language } }) => language === 'ja').slice(0, 1))
    expect(hasWords(receipt.merchant, { words, name: 'photo.jpg' })).toBe(true);
}, 600_000);
