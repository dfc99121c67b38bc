import { connect, createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Principal } from '@/lib/access/policy/principal';
import { renderMail } from '@/lib/brand/mail/render';
import { config } from '@/lib/core/server/config';
import { receiptBox } from '@/lib/money/receipts/box';
import { ownReceiptMail, renewReceiptAddress } from '@/lib/money/receipts/by-mail/addresses';
import { listenForReceipts } from '@/lib/money/receipts/by-mail/listen';
import { aReceipt } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const DOMAIN = 'receipts.bank.example';
const world = useDatabase({ seeded: true });
let A: Principal;
let port: number;
let stop: () => Promise<void>;
/** The cardholder's, a new one for each test. */
let email: string;
let count = 0;

beforeAll(async () => {
  const free = createServer().listen(0);
  ({ port } = free.address() as { port: number });
  await new Promise((resolve) => free.close(resolve));
  config().TESSERA_RECEIPTS_MAIL_DOMAIN = DOMAIN;
  stop = await listenForReceipts(port, DOMAIN);
});
afterAll(() => stop());
beforeEach(async () => {
  const db = world.current;
  email = `ada${++count}@works.example`;
  config().TESSERA_RECEIPTS_MAIL_GATEWAY = undefined;
  A = await aPrincipalAt(db, 'A', await anAccount(db, await aCompany(db, await anIssuer(db))));
  await db.query('UPDATE users SET email = $2 WHERE id = $1', [A.userId, email]);
  granted(await renewReceiptAddress(A, ORIGIN));
});

const addressOf = async (by = A) => (await ownReceiptMail(by))?.address as string;
const boxed = async (by = A) => (await receiptBox(by)).map(({ file }) => file.name).sort();

type Sent = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];
/** Sends a mail as a mail program would. */
const send = (to: string, more: Sent = {}) =>
  createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
    from: `Ada Berg <${email}>`,
    to,
    subject: 'Receipts',
    text: 'See the file.',
    ...more
  });
const attached = (...files: [string, Buffer][]) => ({
  attachments: files.map(([filename, content]) => ({ filename, content }))
});
/** The text of the answer to the last mail, if there is one. */
async function answer(): Promise<string> {
  const mail = (await queuedMails(world.current, email)).at(-1);
  return mail ? (await renderMail(mail, 'tessera')).text : '';
}

/** What the server says to lines, one after the other. */
async function said(...lines: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const found: string[] = [];
  const next = () => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data).trim())));
  found.push(await next());
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    found.push(await next());
  }
  socket.destroy();
  return found;
}

describe('issue 17 point 1 receipts by mail', () => {
  test('are put into the box of the address’s owner, who is told what was taken and what was refused and why', async () => {
    const taxi = aReceipt('jpg');
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
    const large = aReceipt('png', 4 * 1024 ** 2 + 1);
    await send(
      await addressOf(),
      attached(['taxi.jpg', taxi], ['bill.pdf', aReceipt('pdf')], ['cat.jpg', gif], ['big.png', large])
    );
    expect(await boxed()).toEqual(['bill.pdf', 'taxi.jpg']);
    const told = await answer();
    for (const line of ['taxi.jpg: taken', 'bill.pdf: taken', 'cat.jpg: not taken', 'big.png: not taken'])
      expect(told).toContain(line);
    expect(told).toMatch(/big\.png: not taken\. .*4 MB/);
    // The same mail again puts nothing in twice.
    await send(await addressOf(), attached(['taxi.jpg', taxi]));
    expect(await boxed()).toEqual(['bill.pdf', 'taxi.jpg']);
    expect(await answer()).toContain('taxi.jpg: not taken. This file is already among your receipts.');
  });

  test('take pictures that stand within the text, and no logos', async () => {
    const within = (name: string, size: number) => ({
      filename: name,
      content: aReceipt('png', size),
      cid: name,
      contentDisposition: 'inline' as const
    });
    await send(await addressOf(), { attachments: [within('photo.png', 20_000), within('logo.png', 2000)] });
    expect(await boxed()).toEqual(['photo.png']);
    expect(await answer()).not.toContain('logo.png');
    await send(await addressOf());
    expect(await answer()).toContain('without a picture or a PDF');
  });

  test('are not taken of anybody else, who is not answered; the owner sees that one came', async () => {
    for (const from of ['mallory@elsewhere.example', `Ada <${email}.evil.example>`])
      await send(await addressOf(), { from, ...attached(['taxi.jpg', aReceipt('jpg')]) });
    expect(await boxed()).toEqual([]);
    expect(await answer()).toBe('');
    expect((await ownReceiptMail(A))?.refusedAt).toBeInstanceOf(Date);
  });

  test('are taken by the result of the gateway, where its name is set', async () => {
    config().TESSERA_RECEIPTS_MAIL_GATEWAY = 'mx.bank.example';
    const result = (value: string) => ({ headers: { 'Authentication-Results': value } });
    const file = () => attached(['taxi.jpg', aReceipt('jpg')]);
    for (const more of [
      {},
      result('mx.bank.example; dmarc=fail header.from=works.example'),
      result('other.example; dmarc=pass header.from=works.example'),
      result('mx.bank.example; spf=pass; comment="dmarc=pass"')
    ])
      await send(await addressOf(), { ...more, ...file() });
    expect(await boxed()).toEqual([]);
    await send(await addressOf(), {
      ...result('mx.bank.example; spf=pass; dmarc=pass header.from=works.example'),
      ...file()
    });
    expect(await boxed()).toEqual(['taxi.jpg']);
  });

  test('are not taken of machines, which would answer each other forever', async () => {
    for (const headers of [{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }])
      await send(await addressOf(), { headers, ...attached(['taxi.jpg', aReceipt('jpg')]) });
    expect(await boxed()).toEqual([]);
    expect(await answer()).toBe('');
  });

  test('are not taken by an address that was replaced, nor by one of somebody who is gone', async () => {
    const old = await addressOf();
    granted(await renewReceiptAddress(A, ORIGIN));
    const now = await addressOf();
    expect(now).not.toBe(old);
    expect(now).toMatch(/^[a-z2-7]{24}@receipts\.bank\.example$/);
    await send(old, attached(['taxi.jpg', aReceipt('jpg')]));
    expect(await boxed()).toEqual([]);
    await send(now.toUpperCase(), attached(['hotel.jpg', aReceipt('jpg')]));
    expect(await boxed()).toEqual(['hotel.jpg']);
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [A.userId]);
    await send(now, attached(['taxi.jpg', aReceipt('jpg')]));
    expect(await boxed()).toEqual(['hotel.jpg']);
  });

  test('are answered alike whether or not an address exists, and relayed nowhere', async () => {
    const hello = ['EHLO there', 'MAIL FROM:<ada@works.example>'];
    const [known, unknown] = [await addressOf(), `${'a'.repeat(24)}@${DOMAIN}`];
    const mail = ['DATA', 'From: mallory@elsewhere.example\r\n\r\nHello\r\n.'];
    const [of, no] = await Promise.all([known, unknown].map((to) => said(...hello, `RCPT TO:<${to}>`, ...mail)));
    expect(of?.slice(3)).toEqual(no?.slice(3));
    expect(of?.at(-1)).toMatch(/^250/);
    expect((await said(...hello, 'RCPT TO:<someone@elsewhere.example>')).at(-1)).toMatch(/^550 5\.7\.1/);
    expect((await said(...hello, `VRFY ${known}`)).at(-1)).toBe((await said(...hello, `VRFY ${unknown}`)).at(-1));
    expect((await said('EHLO there'))[1]).not.toMatch(/STARTTLS|AUTH/);
    const many = Array.from({ length: 6 }, (_, at) => `RCPT TO:<${'b'.repeat(23)}${'abcdef'[at]}@${DOMAIN}>`);
    expect((await said(...hello, ...many)).at(-1)).toMatch(/^452/);
  });

  test('are limited in size and in number', async () => {
    await expect(send(await addressOf(), attached(['huge.bin', Buffer.alloc(17 * 1024 ** 2)]))).rejects.toThrow(
      /552|size/i
    );
    await world.current.query(
      `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 60, $2)
       ON CONFLICT (key) DO UPDATE SET points = 60, expire = excluded.expire`,
      [`receipt_mails:${A.issuerId}/${A.userId}`, Date.now() + 3_600_000]
    );
    await send(await addressOf(), attached(['taxi.jpg', aReceipt('jpg')]));
    expect(await boxed()).toEqual([]);
  });

  test('have an address of their owner alone, with their own eyes, and only where it is set up', async () => {
    const eyes = { ...A, accessor: { issuerId: A.issuerId, userId: A.issuerId } };
    expect(codeOf(await renewReceiptAddress(eyes, ORIGIN))).toBe('forbidden.action');
    await world.current.query('UPDATE users SET email = NULL WHERE id = $1', [A.userId]);
    expect(codeOf(await renewReceiptAddress(A, ORIGIN))).toBe('receipt.mail.no.email');
    config().TESSERA_RECEIPTS_MAIL_DOMAIN = undefined;
    expect(await ownReceiptMail(A)).toBeNull();
    expect(codeOf(await renewReceiptAddress(A, ORIGIN))).toBe('forbidden.action');
    config().TESSERA_RECEIPTS_MAIL_DOMAIN = DOMAIN;
    const stopped = await listenForReceipts(undefined, DOMAIN);
    await stopped();
  });
});
