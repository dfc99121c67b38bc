import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { evidenceOn, readingsOf } from '@/lib/money/reading/evidence';
import { findAmount } from '@/lib/money/reading/find-amount';
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
import { aPhoto, aTextPdf } from '../support/receipt-pictures';
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

/** A picture of 400,000,000 points in a few bytes. */
function aBomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(20_000, 0);
  head.writeUInt32BE(20_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(2_501 * 20_000))),
    chunk('IEND', Buffer.alloc(0))
  ]);
}

test('what can’t be read is given up after three tries, and stops nothing', async () => {
  const broken = await added(aReceipt('jpg', 2_000), 'broken.jpg');
  const bomb = await added(aBomb(), 'bomb.png');
  const fine = await added(aTextPdf(['Total 5.00']), 'fine.pdf');
  await worked();
  expect(await stateOf(broken)).toEqual({ state: 'unreadable', attempts: 3 });
  expect(await stateOf(bomb)).toEqual({ state: 'unreadable', attempts: 3 });
  expect(await stateOf(fine)).toMatchObject({ state: 'read' });
  expect([...(await readingsOf(A.issuerId, [broken, bomb, fine])).keys()]).toEqual([fine]);
});

test('whoever dies while reading leaves the file to others, three times', async () => {
  const attachment = await added(aTextPdf(['Total 5.00']), 'fine.pdf');
  while (await workOnce(outboxHandlers));
  const begin = (minutes: number, attempts: number) =>
    world.current.query(
      "UPDATE receipt_readings SET attempts = $3, begun_at = now() - $2 * interval '1 minute' WHERE attachment_id = $1",
      [attachment, minutes, attempts]
    );
  await begin(1, 1);
  expect(await readNext()).toBe(false);
  await begin(3, 3);
  expect(await readNext()).toBe(false);
  await begin(3, 2);
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

test('reading asks nothing of the network', async () => {
  const picture = join(mkdtempSync(join(tmpdir(), 'tessera-offline-')), 'receipt.jpg');
  writeFileSync(picture, await aPhoto(HOTEL));
  const program = `
    import { readFileSync } from 'node:fs';
    const { default: read } = await import('./lib/money/reading/reading-worker.mjs');
    const words = await read({ bytes: readFileSync(${JSON.stringify(picture)}), mediaType: 'image/jpeg' });
    console.log(words.map(({ text }) => text).join(' '));
    process.exit(0);`;
  const output = execFileSync(
    process.execPath,
    ['--require', './tests/support/without-network.cjs', '--input-type=module', '--eval', program],
    { encoding: 'utf8' }
  );
  rmSync(dirname(picture), { recursive: true });
  expect(output).toContain('170,00');
});

/** Receipts of six countries: their lines, and the amount that the bank knows. */
const CORPUS: [amount: string, lines: string[]][] = [
  ['2170.00', HOTEL],
  [
    '48.60',
    [
      'Gasthaus zum Löwen',
      'Steuer-Nr. 21/815/08150',
      '03.04.2026',
      '2 Schnitzel  37,80',
      '2 Radler  10,80',
      'Summe EUR 48,60'
    ]
  ],
  [
    '131.20',
    [
      'Brasserie du Théâtre',
      'Facture n° 4711',
      '13 févr. 2026',
      'Menu 2 x 58,00  116,00',
      'Café 2 x 7,60  15,20',
      'TOTAL TTC 131,20 €'
    ]
  ],
  [
    '1284.75',
    [
      'Wharf Street Supplies',
      'VAT GB 123 4567 89',
      '07/05/2026',
      'Printer  1,199.00',
      'Paper  85.75',
      'Total GBP 1,284.75'
    ]
  ],
  [
    '89.90',
    ['Hostal del Puerto', 'NIF B12345678', '21-06-2026', 'Habitación  80,00', 'IVA 10%  9,90', 'TOTAL  89,90 EUR']
  ],
  ['63.45', ['De Hoek Café', 'Bon 00318', '9 mei 2026', 'Lunch  54,95', 'Koffie  8,50', 'Totaal € 63,45']]
];
const PHOTOS = [{}, { angle: 3, noise: 40 }, { angle: -3, blur: 0.9 }];

/** Reads a photo, once more where other tests took all the time: the reader's thread gives way to them. */
const readInTime = async (photo: Buffer) =>
  readFile(photo, 'image/jpeg').catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
    return readFile(photo, 'image/jpeg');
  });

test('the known amount is found on 95 of 100 photos, and on a wrong receipt on none', async () => {
  const read: { amount: string; words: Word[] }[] = [];
  for (const photo of PHOTOS)
    for (const [amount, lines] of CORPUS) read.push({ amount, words: await readInTime(await aPhoto(lines, photo)) });
  const found = read.filter(({ amount, words }) => findAmount(words, amount).length > 0);
  expect(found.length / read.length).toBeGreaterThanOrEqual(0.95);
  const wrong = read.flatMap(({ amount, words }) =>
    CORPUS.filter(([other]) => other !== amount && findAmount(words, other).length > 0)
  );
  expect(wrong).toEqual([]);
}, 180_000);
