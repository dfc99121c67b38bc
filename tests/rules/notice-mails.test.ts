import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { brandOf, mailPassword } from '@/lib/directory/people/people-mail';
import { changeMessage, deleteMessage } from '@/lib/kit/inbox/change-message';
import { inboxOf, waitingCount } from '@/lib/kit/inbox/inbox';
import { openMessage } from '@/lib/kit/inbox/open-message';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { announceMessages, tellReaders } from '@/lib/kit/inbox/tell-readers';
import { dueAt } from '@/lib/kit/notice-mails/due';
import { mailDueNotices, sendHeldNotices } from '@/lib/kit/notice-mails/send-held';
import { noticeSettings, noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { openNotice } from '@/lib/kit/notices/open-notice';
import { postNotice } from '@/lib/kit/notices/post-notice';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anIssuer, anOrgPoint, aUserAt, type PlacedPerson, type StructureNode } from '../support/structure';

const world = useDatabase();
const NIGHT = '2026-03-02T22:30:00Z';
let company: StructureNode;
let carla: PlacedPerson;
let C: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  await db.query("DELETE FROM outbox WHERE status = 'queued'");
  await db.query('DELETE FROM held_notices');
  company = await aCompany(db, await anIssuer(db));
  carla = await aUserAt(db, 'C', company);
  await db.query("UPDATE users SET time_zone = 'Europe/Oslo' WHERE id = $1", [carla.id]);
  C = await principalFor(db, carla);
});
afterEach(() => shiftClock(0));

const choose = (settings: object) => saveNoticeSettings(C, noticeSettingsSchema.parse(settings), ORIGIN);

/** Posts notices of somebody's mention, and delivers them. */
async function mentioned(...names: string[]): Promise<void> {
  for (const name of names)
    await transaction((tx) =>
      postNotice(tx, {
        issuerId: C.issuerId,
        userId: C.userId,
        kind: 'comment.mentioned',
        params: { name },
        href: '/workspace/transactions'
      })
    );
  await deliverNotices(world.current);
}
const mails = async () => {
  const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [carla.id]);
  return queuedMails(world.current, user?.email ?? null);
};
const held = () =>
  world.current.query<{ id: string; dueAt: Date }>(
    'SELECT notice_id AS id, due_at AS "dueAt" FROM held_notices WHERE user_id = $1 ORDER BY due_at, notice_id',
    [carla.id]
  );

/** Has the mails of due notices queued. */
async function sent(): Promise<void> {
  await sendHeldNotices();
  await world.current.query("UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic = 'mail.send'");
  while (await workOnce({ 'notices.due': mailDueNotices }))
    await world.current.query("UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic = 'mail.send'");
}

describe('when a mail is due', () => {
  const hours = (more: object = {}) => noticeSettingsSchema.parse(more);
  const at = (way: 'mail' | 'digest', settings: object, zone: string, instant: string) =>
    dueAt(way, hours(settings), zone, new Date(instant))?.toISOString() ?? null;
  const QUIET = { quietFrom: '22', quietUntil: '7' };

  test.each([
    ['at once', 'mail', {}, 'Europe/Oslo', NIGHT, null],
    ['at once outside of the quiet hours', 'mail', QUIET, 'Europe/Oslo', '2026-03-02T20:59:00Z', null],
    ['at the end of the quiet hours', 'mail', QUIET, 'Europe/Oslo', '2026-03-02T21:00:00Z', '2026-03-03T06:00:00.000Z'],
    [
      'at their end on the same day',
      'mail',
      { quietFrom: '1', quietUntil: '9' },
      'UTC',
      '2026-03-02T02:10:00Z',
      '2026-03-02T09:00:00.000Z'
    ],
    [
      'at the next hour of the daily mail',
      'digest',
      { digestHour: '8' },
      'Europe/Oslo',
      NIGHT,
      '2026-03-03T07:00:00.000Z'
    ],
    [
      'a day later once its hour has begun',
      'digest',
      { digestHour: '8' },
      'UTC',
      '2026-03-02T08:00:00Z',
      '2026-03-03T08:00:00.000Z'
    ],
    ['at midnight', 'digest', { digestHour: '0' }, 'UTC', '2026-03-02T08:00:00Z', '2026-03-03T00:00:00.000Z'],
    [
      'after the quiet hours, if its hour lies in them',
      'digest',
      { digestHour: '23', ...QUIET },
      'UTC',
      '2026-03-02T08:00:00Z',
      '2026-03-03T07:00:00.000Z'
    ],
    [
      'in a zone of a quarter',
      'digest',
      { digestHour: '8' },
      'Asia/Kathmandu',
      '2026-03-02T08:00:00Z',
      '2026-03-03T02:15:00.000Z'
    ],
    [
      'at the first instant after an hour that the clocks leave out',
      'digest',
      { digestHour: '2' },
      'Europe/Oslo',
      '2026-03-28T22:00:00Z',
      '2026-03-29T01:00:00.000Z'
    ],
    [
      'once where the clocks repeat its hour',
      'digest',
      { digestHour: '2' },
      'Europe/Oslo',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:00:00.000Z'
    ]
  ] as const)('%s', (_, way, settings, zone, instant, due) => {
    expect(at(way, settings, zone, instant)).toBe(due);
  });
});

describe('C2.027 a notice', () => {
  test('comes by mail at once, in the inbox only, or in one mail a day, as its reader has chosen for its kind', async () => {
    await mentioned('Otto');
    expect(await mails()).toEqual([]);
    await choose({ comments: 'mail' });
    await mentioned('Anna');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'notices', lines: [{ text: 'Anna mentioned you in a comment' }] });
    await choose({ comments: 'digest' });
    await mentioned('Dorte');
    expect(await mails()).toHaveLength(1);
    expect(await held()).toHaveLength(1);
  });

  test('waits for the hour of the daily mail, which has a line for each that is unread, once', async () => {
    await choose({ comments: 'digest', digestHour: '8' });
    stopClock(new Date(NIGHT));
    await mentioned('Anna', 'Otto', 'Dorte');
    const [first] = await held();
    expect(first?.dueAt.toISOString()).toBe('2026-03-03T07:00:00.000Z');
    const [otto] = await world.current.query<{ id: string }>(
      "SELECT id FROM inbox_notices WHERE user_id = $1 AND params->>'name' = 'Otto'",
      [carla.id]
    );
    await openNotice(C, otto?.id as string);
    await sent();
    expect(await mails()).toEqual([]);
    stopClock(new Date('2026-03-03T07:00:00Z'));
    // Two workers see them due; the second mail finds nothing.
    await sendHeldNotices();
    await sent();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.lines?.map(({ text }) => text)).toEqual([
      'Anna mentioned you in a comment',
      'Dorte mentioned you in a comment'
    ]);
    expect(await held()).toEqual([]);
  });

  test('still waits if the mail that tells of it could not be queued', async () => {
    await choose({ comments: 'digest', digestHour: '8' });
    stopClock(new Date(NIGHT));
    await mentioned('Anna');
    stopClock(new Date('2026-03-03T07:00:00Z'));
    const entry = { issuerId: C.issuerId, id: '', topic: 'notices.due', attempts: 0 };
    const payload = { issuerId: C.issuerId, userId: C.userId };
    const dies = transaction(async (tx) => {
      await mailDueNotices(tx, { ...entry, payload });
      throw new Error('the process died');
    });
    await expect(dies).rejects.toThrow('died');
    expect([await mails(), (await held()).length]).toEqual([[], 1]);
    await sent();
    expect(await mails()).toHaveLength(1);
  });

  test('waits for the end of the quiet hours, and a mail about the sign-in never does', async () => {
    await choose({ comments: 'mail', quietFrom: '22', quietUntil: '7' });
    stopClock(new Date(NIGHT));
    await mentioned('Anna');
    expect(await mails()).toEqual([]);
    await transaction(async (tx) => {
      const brand = await brandOf(tx, C.issuerId, 'tessera');
      const who = await tx.user.findFirstOrThrow({ where: { id: carla.id } });
      const password = { password: 'Kv7-mTq4-Rz9p', expiresAt: new Date('2026-03-04T00:00:00Z'), hours: 24 };
      await mailPassword(tx, { ...who, name: 'Carla Berg' }, brand, password);
    });
    expect(await mails()).toMatchObject([{ template: 'temporary_password' }]);
    await world.current.query("DELETE FROM outbox WHERE topic = 'mail.send'");
    stopClock(new Date('2026-03-03T06:00:00Z'));
    await sent();
    expect(await mails()).toMatchObject([
      { template: 'notices', lines: [{ text: 'Anna mentioned you in a comment' }] }
    ]);
  });

  test('is no mail to somebody who has left meanwhile', async () => {
    await choose({ comments: 'digest' });
    stopClock(new Date(NIGHT));
    await mentioned('Anna');
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [carla.id]);
    stopClock(new Date('2026-03-04T06:00:00Z'));
    await sent();
    expect([await mails(), await held()]).toEqual([[], []]);
  });
});

describe('C1.008 a message to a place', () => {
  let I: Principal;
  const entry = (more: object = {}) => ({
    nodeId: company.id,
    roles: [],
    subject: 'New limits',
    body: 'From March on.',
    mustConfirm: false,
    firstDay: '2026-01-01',
    lastDay: null,
    ...more
  });
  const send = async (more?: object) => granted(await sendMessage(I, entry(more), ORIGIN));

  /** Has the readers of messages told, and their mails queued. */
  async function told(): Promise<void> {
    const others = ['inbox.notice', 'mail.send'];
    await world.current.query("UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic = ANY($1)", [
      others
    ]);
    while (await workOnce({ 'inbox.message': tellReaders }))
      await world.current.query("UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic = ANY($1)", [
        others
      ]);
    await world.current.query("UPDATE outbox SET available_at = now() WHERE status = 'queued'");
    await deliverNotices(world.current);
  }
  const lines = async () => (await mails()).map((mail) => mail.lines?.map(({ text }) => text));

  beforeEach(async () => {
    I = await aPrincipalAt(world.current, 'I', { ...company, id: company.issuerId });
  });

  test('comes by mail to whoever has chosen that, and is in the inbox once', async () => {
    await send();
    await told();
    expect(await mails()).toEqual([]);
    await choose({ messages: 'mail' });
    const id = await send({ subject: 'Closed on Friday' });
    await told();
    expect(await lines()).toEqual([['Message: Closed on Friday']]);
    expect((await inboxOf(C, { view: 'all' })).map(({ subject, kind }) => [subject, kind])).toEqual([
      ['Closed on Friday', null],
      ['New limits', null]
    ]);
    expect(await waitingCount(C)).toBe(2);
    const [notice] = await world.current.query<{ href: string }>('SELECT href FROM inbox_notices WHERE user_id = $1', [
      carla.id
    ]);
    expect(notice?.href).toBe(`/workspace/inbox/${id}`);
  });

  test('comes to its readers alone: by place, by role, and not to its sender', async () => {
    await choose({ messages: 'mail' });
    await send({ roles: ['A'] });
    await send({ nodeId: (await aCompany(world.current, { ...company, id: company.issuerId })).id });
    await send({ nodeId: (await anOrgPoint(world.current, company)).id });
    granted(await sendMessage(C, entry({ subject: 'Of her own' }), ORIGIN));
    await told();
    expect(await mails()).toEqual([]);
    await send({ roles: ['C'] });
    await told();
    expect(await lines()).toEqual([['Message: New limits']]);
  });

  test('waits for its first day, and is told of again once its text is another', async () => {
    await choose({ messages: 'mail' });
    stopClock(new Date('2026-03-02T12:00:00Z'));
    const id = await send({ firstDay: '2026-03-04' });
    await announceMessages();
    await told();
    expect(await mails()).toEqual([]);
    stopClock(new Date('2026-03-04T12:00:00Z'));
    expect(await announceMessages()).toBe(1);
    expect(await announceMessages()).toBe(0);
    await told();
    granted(await changeMessage(I, id, entry({ firstDay: '2026-03-04', mustConfirm: true }), ORIGIN));
    await told();
    expect(await lines()).toEqual([['Message: New limits']]);
    granted(await changeMessage(I, id, entry({ firstDay: '2026-03-04', subject: 'Other limits' }), ORIGIN));
    await told();
    expect(await lines()).toEqual([['Message: New limits'], ['Message: Other limits']]);
  });

  test('is in the daily mail, unless it was read or deleted before', async () => {
    await choose({ messages: 'digest', digestHour: '8' });
    stopClock(new Date(NIGHT));
    const [read, gone] = [await send({ subject: 'Read' }), await send({ subject: 'Gone' })];
    await send({ subject: 'Kept' });
    await told();
    expect(await held()).toHaveLength(3);
    await openMessage(C, read);
    granted(await deleteMessage(I, gone, ORIGIN));
    stopClock(new Date('2026-03-03T07:00:00Z'));
    await sent();
    expect(await lines()).toEqual([['Message: Kept']]);
  });
});

describe('how notices come', () => {
  test('is kept and audited, and the same again is no change', async () => {
    expect(await noticeSettings(C)).toMatchObject({
      alerts: 'mail',
      comments: 'inbox',
      digestHour: 7,
      quietFrom: null
    });
    await choose({ alerts: 'digest', quietFrom: '22', quietUntil: '6' });
    await choose({ alerts: 'digest', quietFrom: '22', quietUntil: '6' });
    expect(await noticeSettings(C)).toMatchObject({ alerts: 'digest', quietFrom: 22, quietUntil: 6 });
    const rows = await world.current.query(
      "SELECT details FROM audit_entries WHERE action = 'user.changed' AND entity_id = $1",
      [carla.id]
    );
    expect(rows.map(({ details }) => details)).toMatchObject([{ 'before.alerts': 'mail', 'after.alerts': 'digest' }]);
  });

  test('demands both ends of the quiet hours, and two of them', () => {
    const faults = (more: object) =>
      noticeSettingsSchema.safeParse(more).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(faults({ quietFrom: '22' })).toEqual(['quietUntil required.field']);
    expect(faults({ quietUntil: '22' })).toEqual(['quietFrom required.field']);
    expect(faults({ quietFrom: '7', quietUntil: '7' })).toEqual(['quietUntil notice.quiet.same']);
    expect(faults({ alerts: 'never' })).toEqual(['alerts invalid.entry']);
    expect(faults({ digestHour: '24' })).toHaveLength(1);
  });

  test('goes with a user who is forgotten; a merge moves what waits', async () => {
    await choose({ comments: 'digest' });
    await mentioned('Anna');
    const other = await aUserAt(world.current, 'C', company);
    const count = async (table: string, { id }: PlacedPerson) =>
      (await world.current.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).length;
    const users = { issuerId: carla.issuerId, keptId: other.id, mergedId: carla.id };
    await transaction(async (tx) => {
      for (const part of BELONGINGS) await part.move?.(tx, users as never);
    });
    expect([await count('notice_settings', carla), await count('held_notices', other)]).toEqual([0, 1]);
    await transaction(async (tx) => {
      for (const part of BELONGINGS) await part.forget?.(tx, other);
    });
    expect(await count('held_notices', other)).toBe(0);
  });
});
