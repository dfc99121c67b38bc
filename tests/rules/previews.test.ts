import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { firstFiles } from '@/lib/kit/attachments/first-files';
import { drawPreview } from '@/lib/kit/attachments/previews/draw-preview';
import { drawNext } from '@/lib/kit/attachments/previews/draw-waiting';
import { openPreview } from '@/lib/kit/attachments/previews/open-preview';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aBomb, aPdfOf, aPhoto } from '../support/receipt-pictures';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
// Each file has a process of its own, which gives way to all others.
jest.setTimeout(300_000);
let A: Principal;
let stranger: Principal;
let to: AttachedTo;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  stranger = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  to = { entity: 'transaction', id: (await aTransaction(world.current, account)).id };
});

const add = async (bytes: Buffer, name: string) =>
  granted(await addAttachment(ATTACHABLES, A, to, sentFile(bytes, name), ORIGIN)).id;
const seen = (id: string, page: number, by = A) => openPreview(ATTACHABLES, by, to, { id, page });
const shown = async () =>
  ((await attachmentsOf(ATTACHABLES, A, to))?.attachments ?? []).map(({ hasThumbnail, pages }) => [
    hasThumbnail,
    pages
  ]);
async function drawn() {
  while (await drawNext());
}
const stateOf = async (id: string) =>
  (
    await world.current.query<{ state: string; attempts: number }>(
      'SELECT state, attempts FROM attachment_previews WHERE attachment_id = $1',
      [id]
    )
  )[0];

/** A document with a line of text on each page. */
async function aDocument(lines: readonly string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ ...options, autoFirstPage: false });
  for (const line of lines) document.addPage({ size: 'A4' }).fontSize(40).text(line);
  document.end();
  return Buffer.concat([await bytesOf(document)]);
}

/** A document whose page is drawn of a form that draws another one ten times, and so on. */
function anEndlessPdf(): Buffer {
  const forms = Array.from({ length: 9 }, (_, at) => {
    const drawn = at === 8 ? '0 0 500 800 re f' : '/F Do '.repeat(10);
    const next = at === 8 ? '' : `/Resources << /XObject << /F ${6 + at} 0 R >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] ${next} /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
  });
  return aPdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    '<< /Length 5 >>\nstream\n/F Do\nendstream',
    ...forms
  ]);
}

test('issue 17 point 1 a photo has a small picture, sealed as it is, for those who see the photo', async () => {
  const noise = await sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 }
    }
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 20 })
    .toBuffer();
  const id = await add(noise, 'photo.jpg');
  expect(await shown()).toEqual([[false, null]]);
  expect(await seen(id, 0)).toBeNull();
  await drawn();
  expect(await shown()).toEqual([[true, null]]);
  const thumbnail = (await seen(id, 0)) as Buffer;
  expect(thumbnail.length).toBeLessThanOrEqual(20_000);
  // Upright, as it is looked at.
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 });
  expect(await seen(id, 1)).toBeNull();
  expect(await seen(id, 0, stranger)).toBeNull();
  const [kept] = await world.current.query<{ thumbnail: Buffer }>(
    'SELECT thumbnail FROM attachment_previews WHERE attachment_id = $1',
    [id]
  );
  expect(kept?.thumbnail.includes('WEBP')).toBe(false);
  expect((await firstFiles(A.issuerId, [to])).get(to.id)).toMatchObject({ id, hasThumbnail: true });
});

test('issue 17 point 1 a document is shown page by page, and its pictures go with it', async () => {
  const id = await add(await aDocument(['first', 'second', 'third']), 'hotel.pdf');
  await drawn();
  expect(await shown()).toEqual([[true, 3]]);
  const pages = await Promise.all([1, 2, 3].map((page) => seen(id, page)));
  for (const page of pages) expect((await sharp(page as Buffer).metadata()).format).toBe('webp');
  expect(new Set(pages.map((page) => page?.toString('base64'))).size).toBe(3);
  // There is something on them: black on white.
  const [shade] = (await sharp(pages[0] as Buffer).stats()).channels;
  expect(shade?.min).toBeLessThan(80);
  expect(shade?.max).toBeGreaterThan(240);
  expect(await seen(id, 4)).toBeNull();
  expect(await seen(id, 1, stranger)).toBeNull();
  granted(await removeAttachment(ATTACHABLES, A, to, id, ORIGIN));
  expect([await seen(id, 0), await seen(id, 1)]).toEqual([null, null]);
  await world.current.query('DELETE FROM attachments WHERE id = $1', [id]);
  expect(await world.current.query('SELECT 1 FROM attachment_pages WHERE attachment_id = $1', [id])).toEqual([]);
});

test('issue 17 point 1 of a long document the first twenty pages are drawn, and all are counted', async () => {
  const id = await add(await aDocument(Array.from({ length: 23 }, (_, at) => `page ${at + 1}`)), 'long.pdf');
  await drawn();
  expect(await shown()).toEqual([[true, 23]]);
  expect([await seen(id, 20), await seen(id, 21)]).toEqual([expect.any(Buffer), null]);
});

test('issue 17 point 1 what no picture can be made of is given up after three tries, and stops nothing', async () => {
  const broken = [
    await add(aReceipt('jpg', 2_000), 'broken.jpg'),
    await add(aReceipt('pdf', 2_000), 'broken.pdf'),
    await add(await aDocument([]), 'empty.pdf')
  ];
  const fine = await add(await aPhoto(['Total 5.00']), 'fine.jpg');
  await drawn();
  for (const id of broken) expect(await stateOf(id)).toEqual({ state: 'none', attempts: 3 });
  expect(await stateOf(fine)).toEqual({ state: 'made', attempts: 1 });
});

test('issue 17 point 1 a document that takes too long to draw, or too much memory, ends its own process alone', async () => {
  await expect(drawPreview(aBomb(), 'image/png')).rejects.toThrow('without an answer');
  const limits = { patienceMillis: 200_000, seconds: 60, bytes: 1e9 };
  await expect(drawPreview(anEndlessPdf(), 'application/pdf', { ...limits, seconds: 1 })).rejects.toThrow('SIGKILL');
  const large = await aDocument(Array.from({ length: 20 }, (_, at) => `page ${at}`));
  await expect(drawPreview(large, 'application/pdf', { ...limits, bytes: 80e6 })).rejects.toThrow('SIGKILL');
});

test('issue 17 point 1 a process that dies while drawing leaves the file to others, whole', async () => {
  const id = await add(await aDocument(['first', 'second']), 'hotel.pdf');
  const begin = (minutes: number) =>
    world.current.query(
      "UPDATE attachment_previews SET attempts = 1, begun_at = now() - $2 * interval '1 minute' WHERE attachment_id = $1",
      [id, minutes]
    );
  await begin(1);
  expect(await drawNext()).toBe(false);
  await begin(3);
  // Either of them may come first.
  expect((await Promise.all([drawNext(), drawNext()])).filter(Boolean)).toHaveLength(1);
  expect(await shown()).toEqual([[true, 2]]);
});
