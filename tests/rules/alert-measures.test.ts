import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { ownAlert } from '@/lib/money/alerts/alerts';
import { evaluateBooked } from '@/lib/money/alerts/evaluate';
import { evaluateAnswered } from '@/lib/money/alerts/evaluate-answered';
import { fireOverdue } from '@/lib/money/alerts/fire-overdue';
import { ownFirings } from '@/lib/money/alerts/firings';
import { previewAlert } from '@/lib/money/alerts/preview';
import { alertReport } from '@/lib/money/alerts/report';
import { createAlert } from '@/lib/money/alerts/save-alert';
import { alertSchema, ruleSchema } from '@/lib/money/alerts/schema';
import { snoozeAlert } from '@/lib/money/alerts/snooze';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { TODAY } from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { codeOf, granted, refusedFor } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const RIGHTS = [
  ...(['authorization_activity.view', 'purchase_requests.view', 'alerts.view', 'alerts.modify'] as const),
  'transactions.view'
] as const;
let company: StructureNode;
let place: StructureNode;
let account: StructureNode;
let C: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  await db.query("DELETE FROM outbox WHERE status = 'queued'");
  company = await aCompany(db, await anIssuer(db));
  place = await anOrgPoint(db, company);
  account = await anAccount(db, place, { currency: 'EUR' });
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

const entered = (by: Principal, more: object) =>
  alertSchema.parse({ name: 'Watch', nodeId: company.id, recipients: [by.userId], ...more });

/** An alert of somebody, who is told; `recipients` are ids of users. */
async function anAlertOf(by: Principal, more: object, recipients: readonly Principal[] = []): Promise<string> {
  const name = (await userIds([by, ...recipients])) as string[];
  return granted(await createAlert(by, entered(by, { ...more, recipients: name }), ORIGIN));
}
const userIds = async (people: readonly Principal[]) =>
  (
    await world.current.query<{ userId: string }>('SELECT user_id AS "userId" FROM users WHERE id = ANY($1)', [
      people.map(({ userId }) => userId)
    ])
  ).map(({ userId }) => userId);

const causes = async (alertId: string) =>
  (
    await world.current.query<{ cause: string }>(
      'SELECT coalesce(transaction_id, authorization_id) AS cause FROM spending_alert_firings WHERE alert_id = $1 ORDER BY 1',
      [alertId]
    )
  ).map(({ cause }) => cause);

/** Has everything done that waits, but mails. */
async function settled(): Promise<void> {
  while (await workOnce({ ...outboxHandlers, 'mail.send': async () => {} }));
}
const noticesOf = async (by: Principal) =>
  (await inboxOf(by, { view: 'all' })).map(({ kind }) => String(kind)).filter((kind) => kind.startsWith('alert.'));

describe('C2.027 an alert about countries', () => {
  test('fires for merchants in them, or outside them, and for none without a country', async () => {
    const inside = await anAlertOf(C, { measure: 'country_in', countries: ['SE', 'NO', 'SE'] });
    const outside = await anAlertOf(C, { name: 'Abroad', measure: 'country_outside', countries: ['NO', 'SE'] });
    const feedId = randomUUID();
    const ids: string[] = [];
    for (const country of ['NO', 'FR', null])
      ids.push((await aTransaction(world.current, account, { postingDate: TODAY, country })).id);
    await world.current.query('UPDATE transactions SET feed_id = $1 WHERE id = ANY($2)', [feedId, ids]);
    const [firstId, , lastId] = [...ids].sort();
    const payload = { issuerId: C.issuerId, feedId, firstId, lastId, firstDay: TODAY, lastDay: TODAY };
    const entry = { issuerId: C.issuerId, id: randomUUID(), topic: 'alerts.booked', attempts: 0, payload };
    for (let times = 0; times < 2; times++) await transaction((tx) => evaluateBooked(tx, entry));
    expect(await causes(inside)).toEqual([ids[0]]);
    expect(await causes(outside)).toEqual([ids[1]]);
    const rule = (measure: string) => ruleSchema.parse({ nodeId: company.id, measure, countries: ['NO', 'SE'] });
    expect(await previewAlert(C, rule('country_in'))).toEqual({ count: 1, last: TODAY });
    expect(await previewAlert(C, rule('country_outside'))).toEqual({ count: 1, last: TODAY });
  });

  test('demands a country, and days where it waits', () => {
    const faults = (more: object) =>
      ruleSchema
        .safeParse({ nodeId: company.id, ...more })
        .error?.issues.map(({ path, message }) => `${path} ${message}`);
    expect(faults({ measure: 'country_in' })).toEqual(['countries required.field']);
    expect(faults({ measure: 'country_in', countries: ['Norway'] })).toEqual([
      'countries.0 invalid.entry'.replace('.', ',')
    ]);
    expect(faults({ measure: 'unreviewed' })).toEqual(['days required.field']);
    for (const days of ['0', '91', '1.5']) expect(faults({ measure: 'no_receipt', days })).toHaveLength(1);
    expect(ruleSchema.parse({ nodeId: company.id, measure: 'declined', countries: ['NO'], days: '3' })).toMatchObject({
      countries: [],
      days: null
    });
  });
});

describe('C2.027 an alert about what waits', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

  /** Moves the beginning of the issuer's rules into the past. */
  const begun = (ago: number) =>
    world.current.query(
      'UPDATE spending_alert_rules SET since = now() - make_interval(days => $2) WHERE issuer_id = $1',
      [company.issuerId, ago]
    );

  test('fires for a charge that is still to review on its day, once, and is told', async () => {
    const id = await anAlertOf(C, { measure: 'unreviewed', days: '5' });
    const charge = (ago: number, more: object = {}) =>
      aTransaction(world.current, account, { postingDate: day(ago), ...more });
    const waiting = await charge(5);
    const missed = await charge(7);
    await charge(4);
    await charge(5, { state: 'reviewed' });
    await charge(5, { type: 'credit', amount: '-5.00' });
    await charge(30);
    await begun(3);
    expect(await fireOverdue()).toBe(2);
    expect(await fireOverdue()).toBe(0);
    expect(await causes(id)).toEqual([waiting.id, missed.id].sort());
    await settled();
    expect(await noticesOf(C)).toEqual(['alert.unreviewed', 'alert.unreviewed']);
    shiftClock(86_400_000);
    expect(await fireOverdue()).toBe(1);
  });

  test('doesn’t fire for what was overdue before it began', async () => {
    await anAlertOf(C, { measure: 'unreviewed', days: '5' });
    await aTransaction(world.current, account, { postingDate: day(6) });
    expect(await fireOverdue()).toBe(0);
  });

  test('fires for a purchase without a receipt, and its preview counts those without one on their day', async () => {
    const id = await anAlertOf(C, { measure: 'no_receipt', days: '2' });
    const [without, early, late] = [
      await aTransaction(world.current, account, { postingDate: day(2) }),
      await aTransaction(world.current, account, { postingDate: day(2) }),
      await aTransaction(world.current, account, { postingDate: day(10) })
    ];
    await aTransaction(world.current, account, { postingDate: day(2), type: 'cash' });
    for (const [{ id: record }, ago] of [[early, 2] as const, [late, 3] as const]) await attached(record, ago);
    await begun(2);
    expect(await fireOverdue()).toBe(1);
    expect(await causes(id)).toEqual([without.id]);
    const rule = ruleSchema.parse({ nodeId: company.id, measure: 'no_receipt', days: '2' });
    expect(await previewAlert(C, rule)).toEqual({ count: 2, last: day(0) });
  });

  /** A file beside a transaction, added some days ago. */
  async function attached(record: string, ago: number): Promise<void> {
    const file = randomUUID();
    await world.current.query('SET session_replication_role = replica');
    await world.current.query(
      `INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256, added_by,
         added_at)
       VALUES ($1, $2, 'transaction', $3, 1, $2, 'receipt.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), $2,
         now() - make_interval(days => $4))`,
      [company.issuerId, file, record, ago]
    );
    await world.current.query('SET session_replication_role = DEFAULT');
  }
});

test('C2.027 a snoozed alert fires for nothing until its day, and then for nothing that happened meanwhile', async () => {
  const id = await anAlertOf(C, { measure: 'unreviewed', days: '1' });
  const [today] = await world.current.query<{ day: string }>('SELECT now()::date::text AS day');
  const day = (ahead: number) =>
    new Date(Date.parse(today?.day as string) + ahead * 86_400_000).toISOString().slice(0, 10);
  const snoozed = async (until: string | null) => codeOf(await snoozeAlert(C, { id, until }, ORIGIN));
  expect(await snoozed(null)).toBe('alert.changed');
  for (const until of [day(0), day(367)]) expect(await snoozed(until)).toBe('date.invalid');
  expect(await snoozed(day(2))).toBe('ok');
  expect((await ownAlert(C, id))?.snoozedUntil).toBe(day(2));
  await aTransaction(world.current, account, { postingDate: day(-1) });
  const later = await aTransaction(world.current, account, { postingDate: day(1) });
  expect(await fireOverdue()).toBe(0);
  shiftClock(2 * 86_400_000);
  expect((await ownAlert(C, id))?.snoozedUntil).toBeNull();
  expect(await fireOverdue()).toBe(1);
  expect(await causes(id)).toEqual([later.id]);
  expect(await snoozed(day(3))).toBe('ok');
  expect(await snoozed(null)).toBe('ok');
  const stranger = await aPrincipalAt(world.current, 'C', company);
  expect(codeOf(await snoozeAlert(stranger, { id, until: day(4) }, ORIGIN))).toBe('not.found');
});

describe('C2.027 C6.032 an alert about declined authorizations', () => {
  let buyer: Principal;
  let seeing: Principal;
  let id: string;

  beforeEach(async () => {
    const db = world.current;
    seeing = await aPrincipalAt(db, 'C', company, { authorities: [...RIGHTS] });
    const buyers = await anAccount(db, place);
    buyer = await aPrincipalAt(db, 'A', buyers);
    const approver = await aPrincipalAt(db, 'O', place);
    const offered = await anOffer(C, company, { template: { transactionLimit: true, transactionAmount: '400.00' } });
    id = await aRequest(buyer, offered);
    granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
    const version = (await seenRequest(buyer, id))?.version ?? 0;
    granted(await approveRequest(approver, { id, version }, null, ORIGIN));
    await settled();
  });

  const ask = (amount: string, reference: string) =>
    transaction(async (tx) => {
      const card = await heldCard(tx, { issuerId: company.issuerId, id });
      if (!card) throw new Error('no card');
      return authorize(tx, card, {
        reference: `${id}/${reference}`,
        at: new Date(),
        kind: 'purchase',
        amount,
        currency: 'NOK',
        merchantName: 'HOTEL NORD',
        merchantId: null,
        acquirerId: null,
        category: '7011'
      });
    });

  test('fires once for each, tells only those who may see what a card answered, and shows its report to its owner', async () => {
    const alertId = await anAlertOf(seeing, { measure: 'declined' }, [C, buyer]);
    const hotels = await anAlertOf(seeing, { name: 'Bars', measure: 'declined', categories: ['restaurants'] });
    await ask('300.00', '1');
    await ask('450.00', '2');
    await ask('450.00', '2');
    await settled();
    const fired = await causes(alertId);
    expect(fired).toHaveLength(1);
    expect(await causes(hotels)).toEqual([]);
    const payload = { issuerId: company.issuerId, authorizationId: fired[0] };
    const entry = {
      issuerId: company.issuerId,
      id: randomUUID(),
      topic: 'authorizations.declined',
      attempts: 0,
      payload
    };
    await transaction((tx) => evaluateAnswered(tx, entry));
    expect(await causes(alertId)).toHaveLength(1);
    expect(await noticesOf(seeing)).toEqual(['alert.declined']);
    expect(await noticesOf(buyer)).toEqual(['alert.declined']);
    expect(await noticesOf(C)).toEqual([]);
    const [firing] = await ownFirings(seeing, alertId);
    expect(firing).toMatchObject({ merchantName: 'HOTEL NORD', amount: '450', currency: 'NOK', transactionId: null });
    expect(await alertReport(seeing, firing?.id as string)).toMatchObject({ charges: [], reached: null });
    const rule = ruleSchema.parse({ nodeId: company.id, measure: 'declined' });
    expect(await previewAlert(seeing, rule)).toMatchObject({ count: 1 });
    expect(await previewAlert(C, rule)).toMatchObject({ count: 0 });
  });

  test('is set up with the right alone, and tells nobody once its owner has lost it', async () => {
    const [carla] = await userIds([C]);
    expect(refusedFor(await createAlert(C, entered(C, { measure: 'declined', recipients: [carla] }), ORIGIN))).toBe(
      'measure forbidden.action'
    );
    await anAlertOf(seeing, { measure: 'declined' }, [buyer]);
    await world.current.query(
      "UPDATE authority_templates SET authorities = array_remove(authorities, 'authorization_activity.view') WHERE issuer_id = $1",
      [company.issuerId]
    );
    await ask('450.00', '1');
    await settled();
    expect(await noticesOf(buyer)).toEqual([]);
  });
});

describe('C2.027 C6.032 an alert about authorizations out of hours', () => {
  let seeing: Principal;
  let id: string;

  beforeEach(async () => {
    const db = world.current;
    seeing = await aPrincipalAt(db, 'C', company, { authorities: [...RIGHTS] });
    const buyer = await aPrincipalAt(db, 'A', await anAccount(db, place));
    const approver = await aPrincipalAt(db, 'O', place);
    const offered = await anOffer(C, company, { template: { transactionLimit: true, transactionAmount: '400.00' } });
    id = await aRequest(buyer, offered);
    granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
    const version = (await seenRequest(buyer, id))?.version ?? 0;
    granted(await approveRequest(approver, { id, version }, null, ORIGIN));
    await settled();
  });

  const NIGHT = { measure: 'out_of_hours', fromTime: '22:00', toTime: '06:00', timeZone: 'Europe/Oslo' } as const;

  /** Asks for an authorization at an instant, and says whether the alert fired for it. */
  async function fires(alertId: string, at: string, { amount = '300.00', kind = 'purchase' } = {}) {
    const before = (await causes(alertId)).length;
    const asked = {
      reference: `${id}/${at}/${kind}`,
      at: new Date(at),
      kind: kind as 'purchase',
      amount,
      currency: 'NOK'
    };
    await transaction(async (tx) => {
      const card = await heldCard(tx, { issuerId: company.issuerId, id });
      if (!card) throw new Error('no card');
      return authorize(tx, card, {
        ...asked,
        merchantName: 'HOTEL NORD',
        merchantId: null,
        acquirerId: null,
        category: '7011'
      });
    });
    await settled();
    return (await causes(alertId)).length > before;
  }

  test('fires between its times over midnight, by the clock of its zone when that changes, and not for an increment', async () => {
    const night = await anAlertOf(seeing, NIGHT);
    // On 29 March 2026 clocks in Oslo go from 02:00 to 03:00, and on 25 October from 03:00 back to 02:00.
    expect(await fires(night, '2026-03-28T20:59:00Z')).toBe(false);
    expect(await fires(night, '2026-03-28T21:00:00Z')).toBe(true);
    expect(await fires(night, '2026-03-29T03:59:00Z')).toBe(true);
    expect(await fires(night, '2026-03-29T04:00:00Z')).toBe(false);
    expect(await fires(night, '2026-03-29T20:00:00Z')).toBe(true);
    expect(await fires(night, '2026-10-25T04:59:00Z')).toBe(true);
    expect(await fires(night, '2026-10-25T05:00:00Z')).toBe(false);
    expect(await fires(night, '2026-10-25T20:30:00Z')).toBe(false);
    expect(await fires(night, '2026-10-26T01:00:00Z', { kind: 'increment', amount: '10.00' })).toBe(false);
  });

  test('fires for a time that a clock shows twice, both times', async () => {
    const late = await anAlertOf(seeing, { ...NIGHT, fromTime: '02:00', toTime: '03:00' });
    expect(await fires(late, '2026-10-25T00:30:00Z')).toBe(true);
    expect(await fires(late, '2026-10-25T01:30:00Z')).toBe(true);
    expect(await fires(late, '2026-10-25T02:30:00Z')).toBe(false);
  });

  test('fires on weekends of its zone, tells each once, and its preview agrees', async () => {
    const weekend = { measure: 'out_of_hours', weekends: true, timeZone: 'Pacific/Auckland' } as const;
    const alertId = await anAlertOf(seeing, weekend);
    const now = new Date();
    const saturday = new Date(now.getTime() - (((now.getUTCDay() + 1) % 7) + 7) * 86_400_000);
    const day = saturday.toISOString().slice(0, 10);
    const friday = new Date(saturday.getTime() - 86_400_000).toISOString().slice(0, 10);
    expect(await fires(alertId, `${friday}T09:00:00Z`)).toBe(false);
    expect(await fires(alertId, `${friday}T14:00:00Z`)).toBe(true);
    expect(await fires(alertId, `${friday}T14:00:00Z`)).toBe(false);
    expect(await fires(alertId, `${day}T01:00:00Z`, { amount: '450.00' })).toBe(true);
    // The card wasn't valid yet then.
    expect(await noticesOf(seeing)).toEqual(['alert.declined', 'alert.declined']);
    expect(await previewAlert(seeing, ruleSchema.parse({ nodeId: company.id, ...weekend }))).toMatchObject({
      count: 2
    });
    const [latest] = await ownFirings(seeing, alertId);
    expect(await alertReport(seeing, latest?.id as string)).toMatchObject({ charges: [], transactionId: null });
  });

  test('tells of what a card approved, too', async () => {
    const morning = await anAlertOf(seeing, { ...NIGHT, name: 'Morning', fromTime: '00:00', toTime: '12:00' });
    const evening = await anAlertOf(seeing, { ...NIGHT, name: 'Evening', fromTime: '12:00', toTime: '00:00' });
    await fires(morning, new Date().toISOString());
    expect([...(await causes(morning)), ...(await causes(evening))]).toHaveLength(1);
    expect(await noticesOf(seeing)).toEqual(['alert.charge']);
  });

  test('needs its zone, and two times or weekends', () => {
    const faults = (entry: object) =>
      ruleSchema
        .safeParse({ nodeId: company.id, measure: 'out_of_hours', timeZone: 'UTC', ...entry })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
    expect(faults({})).toEqual(['fromTime required.field', 'toTime required.field']);
    expect(faults({ weekends: true })).toEqual([]);
    expect(faults({ weekends: true, fromTime: '09:00' })).toEqual(['toTime required.field']);
    expect(faults({ fromTime: '09:00', toTime: '09:00' })).toEqual(['toTime alert.hours.same']);
    expect(faults({ fromTime: '9', toTime: '10:00' })).toEqual(['fromTime time.invalid']);
    expect(faults({ weekends: true, timeZone: 'Mars/Base' })).toEqual(['timeZone time.zone.invalid']);
  });
});
