import sharp from 'sharp';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { marksOf } from '@/lib/money/reading/marks';
import { closeReading, looksOf } from '@/lib/money/reading/read-file';
import { readNext } from '@/lib/money/reading/read-waiting';
import { addReceipt } from '@/lib/money/receipts/add-receipt';
import { receiptBox } from '@/lib/money/receipts/box';
import { matchReceipt } from '@/lib/money/receipts/match';
import { sameFiles } from '@/lib/money/receipts/same-files';
import { sentFile } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aPhoto } from '../support/receipt-pictures';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let A: Principal;

beforeEach(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
});
afterAll(closeReading);

/** A receipt of one shop, with its numbers. */
const printed = (number: number) => [
  ...['HARBOUR CAFE MALMO', 'Org.nr 556677-8899', `Kvitto ${48210 + number * 37}`],
  ...[`2026-03-${10 + number} 1${number}:2${number}`, `2 Kaffe ${number * 17}.00`, `1 Smorgas ${number * 31}.50`],
  ...[`TOTALT SEK ${number * 48}.50`, `Moms 12% ${number * 5}.20`, 'Tack for besoket']
];
const add = async (bytes: Buffer, by = A) => {
  const entry = { takenOn: '2026-03-20', amount: null };
  return granted(await addReceipt(by, sentFile(bytes, 'photo.jpg'), entry, ORIGIN)).id;
};

/** Reads what was added, as the worker does. */
async function read() {
  const handler = outboxHandlers['attachment.kept'];
  await world.current.query(
    "UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic <> 'attachment.kept'"
  );
  while (await workOnce({ 'attachment.kept': handler as never }));
  while (await readNext());
}
/** What the box says of each receipt: where another picture of it is. */
const told = async (by = A) => {
  const box = await receiptBox(by);
  return new Map(box.map(({ id, same }) => [id, same && `${same.isLike ? 'like' : 'same'} ${same.on}`]));
};

test('issue 17 point 1 the same receipt is noticed when it was saved again, resized or turned a little, and others of the shop are not', async () => {
  const photo = await aPhoto(printed(1), { angle: -1.5 });
  const id = await add(photo);
  const others = [];
  for (const number of [2, 4]) others.push(await add(await aPhoto(printed(number), { angle: number - 3 })));
  const copies = [
    await sharp(photo).jpeg({ quality: 50 }).toBuffer(),
    await sharp(photo).resize({ width: 480 }).jpeg({ quality: 75 }).toBuffer(),
    await sharp(photo).rotate(-3, { background: '#888' }).jpeg().toBuffer()
  ];
  const ids = [];
  for (const copy of copies) ids.push(await add(copy));
  await read();
  const found = await told();
  expect(ids.map((copy) => found.get(copy))).toEqual(copies.map(() => 'like box'));
  expect(found.get(id)).toBe('like box');
  expect(others.map((other) => found.get(other))).toEqual([null, null]);
}, 400_000);

test('issue 17 point 1 by another person too, who learns nothing of it but that; the same bytes are told as before', async () => {
  const photo = await aPhoto(printed(5));
  const id = await add(photo);
  const charge = await aTransaction(world.current, account);
  granted(await matchReceipt(A, { receiptId: id, transactionId: charge.id }, ORIGIN));
  const other = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const theirs = await add(await sharp(photo).resize({ width: 500 }).jpeg().toBuffer(), other);
  const elsewhere = await aPrincipalAt(
    world.current,
    'A',
    await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)))
  );
  const far = await add(await sharp(photo).png().toBuffer(), elsewhere);
  await read();
  expect((await told(other)).get(theirs)).toBe('like elsewhere');
  expect((await told(elsewhere)).get(far)).toBeNull();
  // An approver of both sees the charge.
  const C = await aPrincipalAt(world.current, 'C', company);
  const [boxed] = await receiptBox(other);
  const seen = await sameFiles(C, [boxed?.attachmentId as string]);
  expect([...seen.values()]).toMatchObject([{ isLike: true, on: 'charge', charge: { id: charge.id } }]);
  const again = await add(photo, other);
  expect((await told(other)).get(again)).toBe('same elsewhere');
}, 300_000);

test('what is no picture, or has next to nothing on it, looks like nothing', async () => {
  const blank = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer();
  expect(await looksOf(blank, 'image/jpeg')).toBeNull();
  expect(await looksOf(Buffer.from('%PDF-1.4'), 'application/pdf')).toBeNull();
  expect(await looksOf(await aPhoto(printed(1)), 'image/jpeg')).toMatch(/^[01]{256}$/);
});

test('receipts with most numbers in common share a mark, and those of another issuer or with none in common do not', () => {
  const numbers = Array.from({ length: 1_000 }, (_, at) => String(10_000 + at * 7));
  const sets = Array.from({ length: 100 }, (_, at) => numbers.slice(at * 10, at * 10 + 10));
  const shares = (one: number[], other: number[]) => one.some((mark) => other.includes(mark));
  for (const [at, set] of sets.entries()) {
    const other = [...set.slice(0, 8), `${at}${at}1`, `${at}${at}2`];
    expect(shares(marksOf('issuer', new Set(set)), marksOf('issuer', new Set(other)))).toBe(true);
    expect(shares(marksOf('issuer', new Set(set)), marksOf('elsewhere', new Set(set)))).toBe(false);
    expect(shares(marksOf('issuer', new Set(set)), marksOf('issuer', new Set(sets[(at + 1) % 100])))).toBe(false);
  }
  expect(marksOf('issuer', new Set())).toEqual([]);
});
