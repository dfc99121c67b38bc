import type { Principal } from '@/lib/access/policy/principal';
import type { Mail } from '@/lib/brand/mail/render';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { fileFault } from '@/lib/kit/reports/schedules/mail-file';
import { changeSchedule, createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { seenSchedule } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { deliverNotices } from '../support/deliver-notices';
import { working } from '../support/jobs';
import { type Mailbox, startMailbox } from '../support/mailbox';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type PlacedPerson, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let carla: PlacedPerson;
let anna: PlacedPerson;
let C: Principal;
let mailbox: Mailbox;

const PASSWORD = 'Rapport12';
const OUTSIDE = 'auditor@partner.example';

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = mailbox.url;
  await aBrand();
});
afterAll(() => mailbox.close());
beforeEach(async () => {
  const db = world.current;
  await db.query('DELETE FROM report_schedules');
  await db.query('DELETE FROM outbox');
  mailbox.received.length = 0;
  stopClock(new Date('2026-03-02T06:00:00Z'));
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  carla = await aUserAt(db, 'C', company);
  anna = await aUserAt(db, 'A', account);
  C = await principalFor(db, carla);
  await aTransaction(db, account, { merchant: 'Harbour Hotel', amount: '10.00' });
});
afterEach(() => shiftClock(0));

const parsed = (more: object = {}) =>
  scheduleSchema.safeParse({
    frequency: 'daily',
    time: '07:00',
    timeZone: 'UTC',
    startsOn: '2026-03-01',
    format: 'csv',
    period: 'month',
    recipients: [carla.userId, anna.userId],
    isProtected: true,
    password: PASSWORD,
    confirmation: PASSWORD,
    attached: true,
    ...more
  });
const entered = (more: object = {}) => scheduleSchema.parse(parsed(more).data);
const create = (more: object = {}) =>
  createSchedule(LISTS, STANDARD_REPORTS, C, { report: 'transactions-detail', entry: entered(more) }, ORIGIN);
const allowing = async (megabytes: number | null, ...domains: string[]) => {
  await withSetting(world.current, { issuerId: issuer.issuerId }, 'report.mail.megabytes', megabytes);
  await withSetting(world.current, { issuerId: issuer.issuerId }, 'report.mail.domains', domains);
};
const faultsOf = (more: object) =>
  parsed(more).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

async function fired(): Promise<void> {
  stopClock(new Date('2026-03-02T07:00:00Z'));
  await fireDue();
  await working(jobHandlers, () =>
    until(async () => {
      const [row] = await world.current.query<{ running: number }>(
        "SELECT count(*)::int AS running FROM jobs WHERE status IN ('queued', 'processing')"
      );
      return row?.running === 0;
    })
  );
  await deliverNotices(world.current);
}
const emailOf = async ({ id }: PlacedPerson) => {
  const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]);
  return user?.email as string;
};
const mailTo = async (address: string): Promise<Mail | undefined> => (await queuedMails(world.current, address))[0];
const sendMails = async () => {
  while (await workOnce({ 'mail.send': outboxHandlers['mail.send'] as never }));
};
const kindsOf = async (by: Principal) => (await inboxOf(by, { view: 'all' })).map(({ kind }) => String(kind));

test('issue 18 C2.084 a file is attached only where the issuer allows it, with a password, and to its own domains; the field says why not', async () => {
  expect(faultsOf({ isProtected: false })).toEqual(['attached report.attach.unprotected']);
  expect(faultsOf({ attached: false, addresses: OUTSIDE })).toEqual(['addresses report.attach.alone']);
  expect(faultsOf({ addresses: 'partner.example' })).toEqual(['addresses email.list.invalid']);
  expect(faultsOf({ addresses: 'a@b.example, A@B.EXAMPLE' })).toEqual(['addresses setup.line.twice']);
  expect(faultsOf({ addresses: Array.from({ length: 6 }, (_, at) => `a${at}@b.example`).join() })).toEqual([
    'addresses too.many.field'
  ]);
  expect(refusedFor(await create())).toBe('attached report.attach.off');
  await allowing(1, 'Partner.example');
  expect(refusedFor(await create({ addresses: `${OUTSIDE}, eve@sub.partner.example` }))).toBe(
    'addresses report.attach.domain'
  );
  const id = granted(await create({ addresses: 'Auditor@PARTNER.example' }));
  expect(await seenSchedule(C, id)).toMatchObject({ attached: true, addresses: ['Auditor@PARTNER.example'] });
  const change = (version: number, more: object) =>
    changeSchedule(LISTS, STANDARD_REPORTS, C, { id, version, entry: entered(more) }, ORIGIN);
  expect(refusedFor(await change(1, { addresses: 'eve@evil.example' }))).toBe('addresses report.attach.domain');
  await allowing(null, 'partner.example');
  expect(refusedFor(await change(1, {}))).toBe('attached report.attach.off');
  expect(codeOf(await change(1, { attached: false }))).toBe('ok');
  expect(await seenSchedule(C, id)).toMatchObject({ attached: false, addresses: [] });
});

test('issue 18 C2.084 recipients get the protected file with the mail, and those outside what its owner may see, each audited', async () => {
  await allowing(1, 'partner.example');
  granted(await create({ recipients: [anna.userId], addresses: OUTSIDE }));
  await fired();
  await sendMails();
  const [annas, carlas] = [await emailOf(anna), await emailOf(carla)];
  for (const address of [annas, carlas, OUTSIDE]) {
    const mails = mailbox.received.filter(({ recipients }) => recipients.includes(address));
    expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
      ['Transactions in detail.zip']
    ]);
    const bytes = Buffer.from(mails[0]?.attachments[0]?.content as ArrayBuffer);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1')).not.toContain('Harbour');
    expect(mails[0]?.text).not.toContain(PASSWORD);
  }
  const audited = await world.current.query<{ to: string }>(
    "SELECT details ->> 'to' AS to FROM audit_entries WHERE issuer_id = $1 AND action = 'report_schedule.mailed'",
    [issuer.issuerId]
  );
  expect(audited).toEqual([{ to: OUTSIDE }]);
});

test('issue 18 C2.084 the rules are looked at again when a file is sent: what they no longer allow stays, and the owner is told', async () => {
  await allowing(1, 'partner.example', 'bank.example');
  granted(await create({ addresses: `${OUTSIDE}, ada@bank.example` }));
  await allowing(1, 'bank.example');
  await fired();
  expect(await mailTo(OUTSIDE)).toBeUndefined();
  expect(await mailTo('ada@bank.example')).toMatchObject({ template: 'report_attached' });
  expect(await kindsOf(C)).toEqual(expect.arrayContaining(['report.sent', 'report.attachment.withheld']));
});

test('issue 18 C2.084 once files are not allowed any more, recipients get the mail without one, and nobody outside any', async () => {
  await allowing(1, 'partner.example');
  granted(await create({ addresses: OUTSIDE }));
  await allowing(null, 'partner.example');
  await fired();
  expect(await mailTo(await emailOf(anna))).toMatchObject({ template: 'report_ready' });
  expect((await mailTo(await emailOf(anna)))?.attachedFile).toBeUndefined();
  expect(await mailTo(OUTSIDE)).toBeUndefined();
  expect(await kindsOf(C)).toContain('report.attachment.withheld');
});

test('issue 18 C2.084 a file is mailed up to the size that the issuer allows, and never without a password', () => {
  const rules = { most: 1024 ** 2, domains: [] };
  const of = (size: bigint | null, isProtected = true) => fileFault(rules, { size, isProtected });
  expect([of(1024n ** 2n), of(1024n ** 2n + 1n), of(null)]).toEqual([
    null,
    'report.attach.large',
    'report.attach.large'
  ]);
  expect(of(1n, false)).toBe('report.attach.unprotected');
  expect(fileFault({ most: null, domains: [] }, { size: 1n, isProtected: true })).toBe('report.attach.off');
});

test('issue 18 C2.084 nobody outside gets anything once the owner may not run the report', async () => {
  await allowing(1, 'partner.example');
  granted(await create({ addresses: OUTSIDE }));
  await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [carla.id]);
  await fired();
  expect(await mailTo(OUTSIDE)).toBeUndefined();
});
