import PDFDocument from 'pdfkit';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';
import { openAttachment } from '@/lib/kit/attachments/attachments';
import { addReceipt } from '@/lib/money/receipts/add-receipt';
import { receiptBox } from '@/lib/money/receipts/box';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aBomb, aPdfOf, aPhoto, aTextPdf } from '../support/receipt-pictures';
import { codeOf, granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();
// Each document is opened in a process of its own.
jest.setTimeout(300_000);
let A: Principal;

beforeAll(async () => {
  const account = await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)));
  A = await aPrincipalAt(world.current, 'A', account);
});

const add = (bytes: Buffer, name: string) =>
  addReceipt(A, sentFile(bytes, name), { takenOn: '2026-02-13', amount: null }, ORIGIN);

/** A document that pdfkit writes. */
async function aDocument(options: PDFKit.PDFDocumentOptions, more?: (document: PDFKit.PDFDocument) => void) {
  const document = new PDFDocument(options);
  more?.(document.text('Total 5.00'));
  document.end();
  return Buffer.concat([await bytesOf(document)]);
}

/** A document with something in its catalog. */
const withCatalog = (entries: string, ...objects: string[]) =>
  aPdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ...objects
  ]);

const HEIC = Buffer.concat([Buffer.from('00000018667479706865696300000000', 'hex'), Buffer.from('mif1heic')]);
const REFUSED: [what: string, name: string, code: string, bytes: () => Buffer | Promise<Buffer>][] = [
  [
    'a GIF that is called a JPG',
    'photo.jpg',
    'file.type.unsupported',
    () => Buffer.from('GIF89a\x01\0\x01\0', 'latin1')
  ],
  ['a picture of an iPhone', 'photo.jpg', 'file.type.unsupported', () => HEIC],
  ['an empty file', 'photo.jpg', 'file.empty', () => Buffer.alloc(0)],
  ['a byte too much', 'photo.png', 'file.too.large', () => aReceipt('png', MAX_UPLOAD_BYTES + 1)],
  ['a page of HTML', 'bill.pdf', 'file.type.unsupported', () => Buffer.from('<html><script>alert(1)</script>')],
  ['a picture of 400 megapixels', 'bomb.png', 'attachment.pixels', aBomb],
  ['a document with a password', 'bill.pdf', 'attachment.locked', () => aDocument({ userPassword: 'open' })],
  [
    'a document with a script',
    'bill.pdf',
    'attachment.scripted',
    () => aDocument({}, (document) => document.addNamedJavaScript('pay', 'app.alert(1)'))
  ],
  [
    'a document with a form of XFA',
    'bill.pdf',
    'attachment.scripted',
    () =>
      withCatalog(
        '/AcroForm << /Fields [] /XFA 4 0 R >>',
        '<< /Length 22 >>\nstream\n<xdp:xdp></xdp:xdp>   \nendstream'
      )
  ],
  ['a portfolio', 'bill.pdf', 'attachment.portfolio', () => withCatalog('/Collection << /Type /Collection /View /D >>')]
];

test.each(REFUSED)('issue 17 point 1 %s is refused, with its reason', async (_, name, code, bytes) => {
  expect(codeOf(await add(await bytes(), name))).toBe(code);
  expect(await receiptBox(A)).toEqual([]);
});

const KEPT: [what: string, name: string, kept: string, bytes: () => Buffer | Promise<Buffer>][] = [
  ['a file of the largest size', 'photo.png', 'photo.png', () => aReceipt('png', MAX_UPLOAD_BYTES)],
  ['a photo that was cut off', 'cut.jpg', 'cut.jpg', async () => (await aPhoto(['Total 5.00'])).subarray(0, 5_000)],
  [
    'a photo that is a page of HTML, too',
    'photo.html',
    'photo.html.jpg',
    async () => Buffer.concat([await aPhoto(['Total 6.00']), Buffer.from('<html><script>alert(1)</script></html>')])
  ],
  ['a document that is broken', 'broken.pdf', 'broken.pdf', () => aReceipt('pdf', 3_000)],
  ['a document that only its author may change', 'own.pdf', 'own.pdf', () => aDocument({ ownerPassword: 'change' })],
  [
    'an invoice with its data',
    'invoice.pdf',
    'invoice.pdf',
    () => aDocument({}, (document) => document.file(Buffer.from('<Invoice/>'), { name: 'invoice.xml' }))
  ],
  ['a name that leads elsewhere', '../../etc/passwd.pdf', 'passwd.pdf', () => aTextPdf(['Total 7.00'])],
  ['a name that is written backwards', 'bill\u202efdp.exe', 'billfdp.exe.pdf', () => aTextPdf(['Total 8.00'])]
];

test.each(KEPT)('C3.028 issue 17 point 1 %s is kept byte for byte', async (_, name, kept, bytes) => {
  const sent = await bytes();
  const { id, name: called } = granted(await add(sent, name));
  expect(called).toBe(kept);
  const [receipt] = (await receiptBox(A)).filter((one) => one.id === id);
  const file = await openAttachment(ATTACHABLES, A, { entity: 'receipt', id }, receipt?.attachmentId as string);
  expect((await bytesOf(file?.bytes as AsyncIterable<Buffer>)).equals(sent)).toBe(true);
});
