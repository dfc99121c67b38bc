import dns from 'node:dns/promises';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import ssh from 'ssh2';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { workOnce } from '@/lib/core/server/outbox';
import { lastDeliveries, tellIntegrator } from '@/lib/money/suppliers/deliveries';
import { putFile } from '@/lib/money/suppliers/put-file';
import { sendTest } from '@/lib/money/suppliers/test-delivery';
import { type Mailbox, startMailbox } from '../support/mailbox';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aRecord, recordNow, recordsOf, tryChange, tryRecord } from '../support/setup';
import { aKeyPair, type SFTPBox, startSFTP } from '../support/sftp-server';
import { aBrand } from '../support/sign-in';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';

process.env.INTEGRATOR_NETWORKS = '127.0.0.2/32';

const world = useDatabase();
const PASSWORD = 'correct-horse-battery-staple-9';
const KEYS = aKeyPair();
const CARD = '4539578763621486';
let mailbox: Mailbox;
let files: SFTPBox;
let company: StructureNode;
let C: Principal;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = mailbox.url;
  files = await startSFTP('127.0.0.2', { user: 'tessera', password: PASSWORD, publicKey: KEYS.public });
  await aBrand();
  company = await aCompany(world.current, await anIssuer(world.current));
});
afterAll(async () => {
  await files.close();
  await mailbox.close();
});
beforeEach(async () => {
  files.files.clear();
  Object.assign(files, { acts: [], refusesRename: false });
  Object.assign(mailbox, { received: [], onData: null });
  company = await aCompany(world.current, await anIssuer(world.current));
  C = await aPrincipalAt(world.current, 'C', company);
  await world.current.query(`DELETE FROM outbox WHERE status = 'queued'`);
});
afterEach(() => jest.restoreAllMocks());

const folder = () => `sftp://tessera@127.0.0.2:${files.port}/incoming`;
const bySFTP = (values: object = {}) => ({
  name: 'Ledger hub',
  delivery: 'sftp',
  folder: folder(),
  hostKey: files.fingerprint,
  credential: PASSWORD,
  ...values
});
const byMail = (values: object = {}) => ({
  name: 'Ledger hub',
  delivery: 'mail',
  mailbox: 'hub@rivet.example',
  ...values
});
const anIntegrator = (values: Record<string, unknown>) => aRecord(C, 'integrator', recordsOf(company), values);
const key = (id: string) => ({ issuerId: company.issuerId, id });
const last = async (id: string) => (await lastDeliveries(key(id)))[0];

async function work(): Promise<void> {
  await world.current.query(`UPDATE outbox SET available_at = now() WHERE topic = 'integrator.delivery'`);
  while (await workOnce(outboxHandlers));
}

async function tested(id: string) {
  granted(await sendTest(C, key(id), ORIGIN));
  await work();
  return last(id);
}

describe('an integrator by SFTP', () => {
  test.each([
    ['a private address', { folder: 'sftp://me@10.0.0.8/in' }, ['folder integrator.address.inward']],
    ['this machine', { folder: 'sftp://me@localhost/in' }, ['folder integrator.address.inward']],
    ['this machine as a number', { folder: 'sftp://me@2130706433/in' }, ['folder integrator.address.inward']],
    ['this machine in IPv6', { folder: 'sftp://me@[::1]/in' }, ['folder integrator.address.inward']],
    ['a password in the folder', { folder: 'sftp://me:secret@8.8.8.8/in' }, ['folder integrator.folder.invalid']],
    ['no user', { folder: 'sftp://8.8.8.8/in' }, ['folder integrator.folder.invalid']],
    ['another scheme', { folder: 'ftp://me@8.8.8.8/in' }, ['folder integrator.folder.invalid']],
    ['an MD5 fingerprint', { hostKey: 'MD5:16:27:ac' }, ['hostKey integrator.host.key.invalid']],
    ['no fingerprint', { hostKey: '' }, ['hostKey required.field']],
    ['no password', { credential: '' }, ['credential required.field']],
    ['half a key', { credential: KEYS.private.slice(0, 120) }, ['credential integrator.credential.invalid']],
    ['a webhook’s address, too', { address: 'https://8.8.8.8/hook' }, ['address setup.not.asked']],
    ['a public address', { folder: 'sftp://me@8.8.8.8/in' }, []]
  ])('C2.080 C3.021 %s', async (_, values, refused) => {
    expect(await tryRecord(C, 'integrator', recordsOf(company), bySFTP(values))).toEqual(refused);
  });

  test('C2.080 C3.021 a private key that needs a passphrase is refused', async () => {
    const locked = ssh.utils.generateKeyPairSync('ed25519', { passphrase: 'x', cipher: 'aes256-ctr', rounds: 1 });
    const refused = await tryRecord(C, 'integrator', recordsOf(company), bySFTP({ credential: locked.private }));
    expect(refused).toEqual(['credential integrator.credential.invalid']);
  });

  test('C2.080 C3.021 a file is written under a temporary name, then renamed', async () => {
    const id = await anIntegrator(bySFTP());
    const delivery = await tested(id);
    expect(delivery).toMatchObject({ state: 'delivered', status: null, fault: null, attempts: 1 });
    const name = `test-${delivery?.id}.json`;
    expect(files.acts).toEqual([`open /incoming/.${name}.part`, `rename /incoming/${name}`]);
    expect([...files.files.keys()]).toEqual([`/incoming/${name}`]);
    expect(JSON.parse(files.files.get(`/incoming/${name}`) ?? '')).toMatchObject({
      type: 'test',
      data: { integrator: 'Ledger hub' }
    });
  });

  test('C3.021 a private key signs in, also pasted without its line breaks', async () => {
    for (const credential of [KEYS.private, KEYS.private.replaceAll('\n', '')]) {
      const id = await anIntegrator(bySFTP({ name: `Hub ${credential.length}`, credential }));
      expect(await tested(id)).toMatchObject({ state: 'delivered' });
    }
  });

  test('C3.021 what breaks off is repeated under the same name with the same content', async () => {
    const id = await anIntegrator(bySFTP());
    files.refusesRename = true;
    expect(await tested(id)).toMatchObject({ state: 'queued', fault: 'folder', attempts: 1 });
    const [[half, content] = []] = [...files.files];
    expect(half).toMatch(/^\/incoming\/\..*\.part$/);
    files.refusesRename = false;
    await work();
    const delivery = await last(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 2 });
    expect([...files.files]).toEqual([[`/incoming/test-${delivery?.id}.json`, content]]);
    // A process that dies after the rename repeats it: the file stays as it is.
    const again = { name: `test-${delivery?.id}.json`, content: content ?? '' };
    const target = { folder: folder(), hostKey: files.fingerprint, credential: PASSWORD };
    files.acts = [];
    expect(await putFile(target, again)).toBeNull();
    expect(files.acts).toEqual([]);
  });

  test.each([
    ['another host key', { hostKey: `SHA256:${'A'.repeat(43)}` }, 'host.key'],
    ['a wrong password', { credential: 'wrong' }, 'login'],
    ['a key that the server doesn’t know', { credential: aKeyPair().private }, 'login']
  ])('C3.021 %s sends nothing, and says why', async (_, values, fault) => {
    const id = await anIntegrator(bySFTP(values));
    expect(await tested(id)).toMatchObject({ state: 'queued', fault, attempts: 1 });
    expect(files.acts).toEqual([]);
  });

  test('C3.021 a folder that isn’t there says so', async () => {
    const id = await anIntegrator(bySFTP({ folder: `sftp://tessera@127.0.0.2:${files.port}/elsewhere` }));
    expect(await tested(id)).toMatchObject({ state: 'queued', fault: 'folder' });
  });

  test('C3.021 where nobody answers, or no SSH server, it says so', async () => {
    const other = net.createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    other.listen(0, '127.0.0.2');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const target = { folder: `sftp://tessera@127.0.0.2:${port}/in`, hostKey: files.fingerprint, credential: PASSWORD };
    const file = { name: 'a.json', content: '{}' };
    expect(await putFile(target, file)).toBe('unreachable');
    other.close();
    await once(other, 'close');
    expect(await putFile(target, file)).toBe('unreachable');
  });

  test('C3.021 the address that was checked is the one that is connected to, and nothing goes inward', async () => {
    const target = {
      folder: `sftp://tessera@files.example:${files.port}/incoming`,
      hostKey: files.fingerprint,
      credential: PASSWORD
    };
    const lookup = jest.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.2', family: 4 }] as never);
    expect(await putFile(target, { name: 'a.json', content: '{}' })).toBeNull();
    expect(lookup).toHaveBeenCalledTimes(1);
    files.acts = [];
    lookup.mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never);
    expect(await putFile(target, { name: 'b.json', content: '{}' })).toBe('inward');
    expect(files.acts).toEqual([]);
  });

  test('C3.021 password and key are write-only, and forgotten with another delivery', async () => {
    const id = await anIntegrator(bySFTP());
    const { values } = await recordNow(C, 'integrator', company.issuerId, id);
    expect(values.credential).toMatch(/^kept:[0-9a-f]{64}:$/);
    const tables = ['setup_records', 'setup_record_keys', 'setup_secrets', 'audit_entries', 'integrator_deliveries'];
    const rows = await Promise.all(tables.map((table) => world.current.query(`SELECT t::text FROM ${table} t`)));
    const written = JSON.stringify(rows);
    for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('hex')]) expect(written).not.toContain(secret);
    expect(await tryChange(C, 'integrator', company.issuerId, id, { contact: 'Ines' })).toEqual([]);
    expect(await tested(id)).toMatchObject({ state: 'delivered' });
    const mail = { delivery: 'mail', mailbox: 'hub@rivet.example', folder: null, hostKey: null };
    expect(await tryChange(C, 'integrator', company.issuerId, id, mail)).toEqual([]);
    expect(await world.current.query('SELECT field FROM setup_secrets WHERE record_id = $1', [id])).toEqual([]);
  });
});

describe('an integrator by mail', () => {
  test('C2.080 C3.021 a message is a file attached to a mail', async () => {
    const id = await anIntegrator(byMail());
    const delivery = await tested(id);
    expect(delivery).toMatchObject({ state: 'delivered', status: null, fault: null, attempts: 1 });
    const [mail] = mailbox.received;
    expect(mail?.recipients).toEqual(['hub@rivet.example']);
    expect(mail?.messageId).toContain(delivery?.id);
    const [file] = mail?.attachments.filter(({ mimeType }) => mimeType === 'application/json') ?? [];
    expect(file?.filename).toBe(`test-${delivery?.id}.json`);
    expect(JSON.parse(Buffer.from(file?.content as ArrayBuffer).toString())).toMatchObject({
      type: 'test',
      data: { integrator: 'Ledger hub' }
    });
  });

  test('C3.021 C9.009 no card number goes out by mail, whatever somebody has typed', async () => {
    const id = await anIntegrator(byMail());
    const data = { supplier: `Nordlys ${CARD}`, merchantId: 'RIVETTOOLS00001' };
    await transaction((tx) =>
      tellIntegrator(tx, { issuerId: company.issuerId, integratorId: id, event: 'payment.sent', data })
    );
    await work();
    const [mail] = mailbox.received;
    const [file] = mail?.attachments.filter(({ mimeType }) => mimeType === 'application/json') ?? [];
    const sent = Buffer.from(file?.content as ArrayBuffer).toString();
    expect(JSON.parse(sent).data).toEqual({ supplier: 'Nordlys ••••1486', merchantId: 'RIVETTOOLS00001' });
    expect(JSON.stringify(mail)).not.toContain(CARD);
  });

  test('C3.021 a mail that the server doesn’t take is repeated under the same Message-ID', async () => {
    const id = await anIntegrator(byMail());
    const ids: (string | undefined)[] = [];
    const refuse = (code: number) => async (mail: { messageId?: string }) => {
      ids.push(mail.messageId);
      return Object.assign(new Error('not now'), { responseCode: code });
    };
    mailbox.onData = refuse(451);
    expect(await tested(id)).toMatchObject({ state: 'queued', fault: 'mail', attempts: 1 });
    mailbox.onData = null;
    await work();
    expect(await last(id)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(mailbox.received.map(({ messageId }) => messageId)).toEqual(ids);
    mailbox.onData = refuse(550);
    expect(await tested(id)).toMatchObject({ state: 'failed', fault: 'recipient' });
  });

  test.each([
    ['no mailbox', { mailbox: '' }, ['mailbox required.field']],
    ['two', { mailbox: 'a@rivet.example, b@rivet.example' }, ['mailbox too.many.field']],
    ['none', { mailbox: 'rivet' }, ['mailbox email.list.invalid']]
  ])('C2.080 %s', async (_, values, refused) => {
    expect(await tryRecord(C, 'integrator', recordsOf(company), byMail(values))).toEqual(refused);
  });
});
