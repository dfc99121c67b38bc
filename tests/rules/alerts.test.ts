import { randomBytes, randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { ownAlert, ownAlerts } from '@/lib/money/alerts/alerts';
import { changeAlertState, deleteAlert } from '@/lib/money/alerts/change-state';
import { evaluateBooked } from '@/lib/money/alerts/evaluate';
import { ownFirings } from '@/lib/money/alerts/firings';
import { forgetFirings } from '@/lib/money/alerts/forget-firings';
import { previewAlert } from '@/lib/money/alerts/preview';
import { findTold, toldBy } from '@/lib/money/alerts/recipients';
import { alertReport } from '@/lib/money/alerts/report';
import { firingsOfTransactions } from '@/lib/money/alerts/retention';
import { changeAlert, createAlert } from '@/lib/money/alerts/save-alert';
import { alertSchema, ruleSchema } from '@/lib/money/alerts/schema';
import { integratorChoices } from '@/lib/money/suppliers/integrators';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { aFeedWorld, aMapping, imported, plainFile, TODAY } from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let department: StructureNode;
let account: StructureNode;
let other: StructureNode;
let carla: PlacedPerson;
let otto: PlacedPerson;
let anna: PlacedPerson;
let C: Principal;
let O: Principal;
let A: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  await db.query("DELETE FROM outbox WHERE status = 'queued'");
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  department = await anOrgPoint(db, company);
  account = await anAccount(db, department, { currency: 'EUR' });
  other = await anAccount(db, company, { currency: 'EUR' });
  carla = await aUserAt(db, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  otto = await aUserAt(db, 'O', department, { firstName: 'Otto', lastName: 'Lund' });
  anna = await aUserAt(db, 'A', account, { firstName: 'Anna', lastName: 'Holm' });
  C = await principalFor(db, carla);
  O = await principalFor(db, otto);
  A = await principalFor(db, anna);
});
afterEach(() => shiftClock(0));

const entered = (more: object = {}) =>
  alertSchema.parse({
    name: 'Large ones',
    nodeId: company.id,
    measure: 'charge',
    amount: '100',
    currency: 'EUR',
    recipients: [carla.userId],
    ...more
  });
const create = (by: Principal, more: object = {}) => createAlert(by, entered(more), ORIGIN);
const created = async (more: object = {}, by: Principal = C) => granted(await create(by, more));

interface Charge {
  on?: StructureNode;
  amount?: string;
  day?: string;
  merchant?: string;
  category?: string;
  type?: 'purchase' | 'credit' | 'cash';
}

/** Books charges as one booking of a feed, and has alerts look at it. */
async function booked(...charges: Charge[]): Promise<{ ids: string[]; again: () => Promise<void> }> {
  const feedId = randomUUID();
  const made: { id: string; postingDate: string }[] = [];
  for (const { on = account, day = TODAY, ...charge } of charges)
    made.push(await aTransaction(world.current, on, { ...charge, postingDate: day }));
  const ids = made.map(({ id }) => id);
  await world.current.query('UPDATE transactions SET feed_id = $1 WHERE id = ANY($2)', [feedId, ids]);
  const days = made.map(({ postingDate }) => postingDate).sort();
  const sorted = [...ids].sort();
  const payload = {
    issuerId: issuer.id,
    feedId,
    firstId: sorted[0],
    lastId: sorted.at(-1),
    firstDay: days[0],
    lastDay: days.at(-1)
  };
  const again = () =>
    transaction((tx) =>
      evaluateBooked(tx, { issuerId: issuer.id, id: randomUUID(), topic: 'alerts.booked', attempts: 0, payload })
    );
  await again();
  return { ids, again };
}

interface Found {
  place: string;
  charge: string | null;
  starts: string | null;
  step: number | null;
  amount: string;
}
const firings = (alertId: string) =>
  world.current.query<Found>(
    `SELECT place_id AS place, transaction_id AS charge, period_start::text AS starts, step, trim_scale(amount)::text AS amount
     FROM spending_alert_firings WHERE alert_id = $1 ORDER BY period_start, place_id, step, amount`,
    [alertId]
  );
const countOf = async (alertId: string) => (await firings(alertId)).length;

/** Has everything told that waits; the notices of a person, oldest first. */
async function told(by: Principal): Promise<string[]> {
  const handlers = {
    'alerts.booked': outboxHandlers['alerts.booked'],
    'alerts.tell': outboxHandlers['alerts.tell'],
    'inbox.notice': outboxHandlers['inbox.notice']
  };
  const kept = { ...handlers, 'mail.send': undefined } as never;
  await world.current.query(
    "UPDATE outbox SET available_at = available_at + interval '1 hour' WHERE topic IN ('mail.send', 'integrator.delivery')"
  );
  while (await workOnce(kept))
    await world.current.query(
      "UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic IN ('mail.send', 'integrator.delivery') AND available_at <= now()"
    );
  return (await inboxOf(by, { view: 'all' })).map(({ kind }) => String(kind)).reverse();
}
const mailsOf = async ({ id }: PlacedPerson) => {
  const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]);
  return (await queuedMails(world.current, user?.email ?? null)).filter(({ template }) =>
    template.startsWith('alert_')
  );
};
const actions = async () =>
  (
    await world.current.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE issuer_id = $1 AND action LIKE 'spending_alert.%' ORDER BY sequence",
      [issuer.id]
    )
  ).map(({ action }) => action);

describe('an alert is set up', () => {
  test('C2.027 created, changed, paused, resumed and deleted, all of it audited', async () => {
    const id = await created();
    expect(await ownAlert(C, id)).toMatchObject({
      name: 'Large ones',
      amount: '100',
      state: 'active',
      version: 1,
      firings: 0
    });
    expect((await toldBy(C, id)).map(({ userId }) => userId)).toEqual([carla.userId]);
    const change = (version: number) =>
      changeAlert(C, { id, version, entry: entered({ amount: '250.50', recipients: [otto.userId] }) }, ORIGIN);
    expect(codeOf(await change(1))).toBe('ok');
    expect(codeOf(await change(1))).toBe('record.changed');
    expect(await ownAlert(C, id)).toMatchObject({ amount: '250.5', version: 2 });
    expect((await toldBy(C, id)).map(({ userId }) => userId)).toEqual([otto.userId]);
    for (const [event, code] of [
      ['pause', 'ok'],
      ['pause', 'alert.changed'],
      ['resume', 'ok'],
      ['resume', 'alert.changed']
    ] as const)
      expect(codeOf(await changeAlertState(C, { id, event }, ORIGIN))).toBe(code);
    expect(codeOf(await deleteAlert(C, id, ORIGIN))).toBe('ok');
    expect(codeOf(await deleteAlert(C, id, ORIGIN))).toBe('not.found');
    expect(await ownAlerts(C)).toEqual([]);
    expect(await actions()).toEqual(
      ['created', 'changed', 'paused', 'resumed', 'deleted'].map((action) => `spending_alert.${action}`)
    );
  });

  test('C5.037 a share of the credit limit is a whole number from 1 to 100, in the form and in the database', async () => {
    const share = (percent: string) =>
      ruleSchema.safeParse({ nodeId: company.id, measure: 'charge_share', percent, categories: [] });
    for (const percent of ['0', '101', '1.5', '', 'x']) expect(share(percent).success).toBe(false);
    for (const percent of ['1', '100']) expect(share(percent)).toMatchObject({ success: true });
    const id = await created({ measure: 'charge_share', percent: '100' });
    for (const percent of [0, 101])
      await expect(
        world.current.query('UPDATE spending_alert_rules SET percent = $2 WHERE alert_id = $1', [id, percent])
      ).rejects.toThrow(/percent/);
  });

  test('a measure demands its own fields and drops those of others', () => {
    const faults = (more: object) =>
      ruleSchema
        .safeParse({ nodeId: company.id, ...more })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(faults({ measure: 'charge' })).toEqual(['amount required.field', 'currency required.field']);
    expect(faults({ measure: 'card_share' })).toEqual(['percent required.field', 'period required.field']);
    expect(faults({ measure: 'any' })).toEqual(['merchant alert.any.needs']);
    expect(faults({ measure: 'charge', amount: '1.5', currency: 'JPY' })).toEqual(['amount number.too.many.decimals']);
    expect(entered({ percent: '5', period: 'day', early: true })).toMatchObject({
      percent: null,
      period: null,
      early: false
    });
  });

  test('a name is the owner’s once, places and people are in the owner’s part, and 50 alerts are enough', async () => {
    await created();
    expect(refusedFor(await create(C))).toBe('name name.taken');
    expect(codeOf(await create(O, { nodeId: department.id, recipients: [otto.userId] }))).toBe('ok');
    expect(refusedFor(await create(O, { name: 'All', recipients: [otto.userId] }))).toBe('nodeId alert.place.gone');
    expect(refusedFor(await create(C, { name: 'Us', recipients: ['nobody.here'] }))).toBe(
      'recipients alert.recipient.unknown'
    );
    expect(refusedFor(await create(A, { name: 'Up', nodeId: account.id, recipients: [carla.userId] }))).toBe(
      'recipients alert.recipient.unknown'
    );
    expect((await findTold(O, '')).map(({ userId }) => userId)).not.toContain(carla.userId);
    const six = Array.from({ length: 6 }, (_, at) => `someone.${at}`);
    expect(() => entered({ recipients: six })).toThrow('alert.recipients.many');
    await world.current.query(
      `INSERT INTO spending_alerts (issuer_id, id, owner_user_id, assignment_id, brand_name, name, node_id, created_at, updated_at)
       SELECT issuer_id, gen_random_uuid(), owner_user_id, assignment_id, brand_name, 'Copy ' || n, node_id, created_at, updated_at
       FROM spending_alerts CROSS JOIN generate_series(1, 49) n WHERE owner_user_id = $1`,
      [carla.id]
    );
    expect(codeOf(await create(C, { name: 'One more' }))).toBe('alert.many');
  });

  test('C6.026 nobody but its owner sees an alert, not even who views as its owner', async () => {
    const id = await created();
    await booked({ amount: '100.00' });
    const [firing] = await ownFirings(C, id);
    const peer = await principalFor(world.current, await aUserAt(world.current, 'C', company));
    const bank = await principalFor(world.current, await aUserAt(world.current, 'I', issuer));
    const eyes: Principal = { ...C, accessor: { issuerId: issuer.id, userId: bank.userId } };
    expect(await alertReport(C, firing?.id as string)).toMatchObject({ alertId: id });
    for (const nobody of [peer, bank, O, A, eyes]) {
      expect(await alertReport(nobody, firing?.id as string)).toBeNull();
      expect(await ownAlert(nobody, id)).toBeNull();
      expect(await ownFirings(nobody, id)).toEqual([]);
      const entry = entered({ name: 'Mine now' });
      expect(['not.found', 'forbidden.action']).toContain(
        codeOf(await changeAlert(nobody, { id, version: 1, entry }, ORIGIN))
      );
      expect(['not.found', 'forbidden.action']).toContain(codeOf(await deleteAlert(nobody, id, ORIGIN)));
    }
    expect(codeOf(await changeAlertState(peer, { id, event: 'pause' }, ORIGIN))).toBe('not.found');
  });
});

describe('an alert fires', () => {
  test('C2.027 for each charge that reaches its amount, once, though it is looked at again', async () => {
    const id = await created();
    const { ids, again } = await booked({ amount: '99.99' }, { amount: '100.00' }, { amount: '300.00', on: other });
    await again();
    expect((await firings(id)).map(({ charge }) => charge).sort()).toEqual([ids[1], ids[2]].sort());
    expect((await firings(id)).map(({ amount }) => amount).sort()).toEqual(['100', '300']);
  });

  test('not for money paid back, other currencies, other places, or while it is paused', async () => {
    const id = await created({ nodeId: department.id });
    const dollars = await anAccount(world.current, department, { currency: 'USD' });
    await booked(
      { amount: '-500.00', type: 'credit' },
      { amount: '500.00', on: dollars },
      { amount: '500.00', on: other }
    );
    granted(await changeAlertState(C, { id, event: 'pause' }, ORIGIN));
    await booked({ amount: '500.00' });
    expect(await firings(id)).toEqual([]);
    granted(await changeAlertState(C, { id, event: 'resume' }, ORIGIN));
    await booked({ amount: '500.00' });
    expect(await countOf(id)).toBe(1);
  });

  test('for a share of its card’s credit limit, and never for a card without one', async () => {
    await world.current.query('UPDATE accounts SET credit_limit = 1000 WHERE id = $1', [account.id]);
    const id = await created({ measure: 'charge_share', percent: '25' });
    const { ids } = await booked({ amount: '249.99' }, { amount: '250.00' }, { amount: '9000.00', on: other });
    expect((await firings(id)).map(({ charge }) => charge)).toEqual([ids[1]]);
  });

  test('for categories and merchants alone', async () => {
    const id = await created({ measure: 'any', categories: ['hotels', 'airlines'] });
    const named = await created({ name: 'Inns', measure: 'any', merchant: 'iNn' });
    const { ids } = await booked(
      { category: '7011', merchant: 'Harbour House' },
      { category: '5812', merchant: 'The Inner Circle' },
      { category: '4511', merchant: '100% Inn' },
      { category: '5812', merchant: 'Café' }
    );
    expect((await firings(id)).map(({ charge }) => charge).sort()).toEqual([ids[0], ids[2]].sort());
    expect((await firings(named)).map(({ charge }) => charge).sort()).toEqual([ids[1], ids[2]].sort());
  });

  test('for a total once in its period, with the steps before it, and again in the next period', async () => {
    const id = await created({ measure: 'card_total', period: 'month', early: true });
    const [first, last] = ['2026-02-01', '2026-02-28'];
    await booked(
      { amount: '74.99', day: first },
      { amount: '99.00', day: '2026-01-31' },
      { amount: '99.00', on: other, day: first }
    );
    const stepsOf = async (of: StructureNode, starts: string) =>
      (await firings(id)).filter((one) => one.place === of.id && one.starts === starts).map(({ step }) => step);
    expect(await stepsOf(account, first)).toEqual([]);
    expect(await stepsOf(other, first)).toEqual([75, 90]);
    await booked({ amount: '0.01', day: last });
    expect(await stepsOf(account, first)).toEqual([75]);
    await booked({ amount: '25.00', day: first });
    await booked({ amount: '500.00', day: last });
    expect(await stepsOf(account, first)).toEqual([75, 90, 100]);
    expect(await stepsOf(account, '2026-01-01')).toEqual([75, 90]);
  });

  test('for a place’s cards together, and for a share of the limit of a card', async () => {
    const together = await created({ measure: 'place_total', period: 'week' });
    await world.current.query('UPDATE accounts SET credit_limit = 200 WHERE id = $1', [account.id]);
    const share = await created({ name: 'Half', measure: 'card_share', percent: '50', period: 'day' });
    // A Sunday and the Monday after it.
    await booked({ amount: '60.00', day: '2026-02-01' }, { amount: '60.00', day: '2026-02-02', on: other });
    expect(await firings(together)).toEqual([]);
    await booked({ amount: '40.00', day: '2026-02-08' }, { amount: '40.00', day: '2026-02-01' });
    expect(await firings(together)).toEqual([
      { place: company.id, charge: null, starts: '2026-01-26', step: 100, amount: '100' },
      { place: company.id, charge: null, starts: '2026-02-02', step: 100, amount: '100' }
    ]);
    expect(await firings(share)).toEqual([
      { place: account.id, charge: null, starts: '2026-02-01', step: 100, amount: '100' }
    ]);
  });

  test('again in the same period once it says something else, but not for a new name', async () => {
    const id = await created({ measure: 'card_total', period: 'month' });
    await booked({ amount: '100.00' });
    const change = (version: number, more: object) =>
      changeAlert(C, { id, version, entry: entered({ measure: 'card_total', period: 'month', ...more }) }, ORIGIN);
    granted(await change(1, { name: 'Another name', amount: '100.00' }));
    await booked({ amount: '10.00' });
    expect(await countOf(id)).toBe(1);
    granted(await change(2, { amount: '120' }));
    await booked({ amount: '10.00' });
    expect((await firings(id)).map(({ amount }) => amount).sort()).toEqual(['100', '120']);
    const [earlier] = (await ownFirings(C, id)).filter(({ amount }) => amount === '100');
    expect((await alertReport(C, earlier?.id as string))?.rule).toMatchObject({ amount: '100' });
  });

  test('when a feed has booked, and not for rows that the bank repeats', async () => {
    const feeds = await aFeedWorld(world.current);
    const [card] = feeds.cards;
    const administrator = await aUserAt(world.current, 'C', feeds.company);
    const by = await principalFor(world.current, administrator);
    const currency =
      card?.account &&
      (
        await world.current.query<{ currency: string }>('SELECT currency FROM accounts WHERE id = $1', [
          card.account.id
        ])
      )[0]?.currency;
    const id = granted(await create(by, { nodeId: feeds.company.id, currency, recipients: [administrator.userId] }));
    const mapping = await aMapping(feeds);
    const line = (reference: string, amount: string) => `${card?.number},${reference},${TODAY},${amount},,Inn,7011`;
    await imported(feeds, mapping, plainFile([line('R-1', '150.00'), line('R-2', '20.00')]));
    expect(await told(by)).toEqual(['alert.charge']);
    await imported(feeds, mapping, plainFile([line('R-1', '150.00'), line('R-3', '100.00')]));
    expect(await told(by)).toEqual(['alert.charge', 'alert.charge']);
    expect((await firings(id)).map(({ amount }) => amount).sort()).toEqual(['100', '150']);
    expect((await ownAlert(by, id))?.firings).toBe(2);
  });
});

test('C2.027 thousands of alerts are two statements, whichever of them fire', async () => {
  await world.current.query(
    `WITH made AS (
       INSERT INTO spending_alerts (issuer_id, id, owner_user_id, assignment_id, brand_name, name, node_id, created_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, gen_random_uuid(), 'tessera', 'Alert ' || n,
         CASE WHEN n % 2 = 0 THEN $3::uuid ELSE $4::uuid END, now(), now()
       FROM generate_series(1, 3000) n RETURNING issuer_id, id, name
     )
     INSERT INTO spending_alert_rules (issuer_id, id, alert_id, measure, amount, currency, period, early, categories, since)
     SELECT issuer_id, gen_random_uuid(), id, CASE WHEN right(name, 1) > '4' THEN 'charge' ELSE 'card_total' END,
       CASE WHEN name = 'Alert 8' OR name = 'Alert 4' THEN 50 ELSE 5000 END, 'EUR',
       CASE WHEN right(name, 1) > '4' THEN NULL ELSE 'month' END, false, '{}', now() FROM made`,
    [issuer.id, carla.id, company.id, other.id]
  );
  const feedId = randomUUID();
  const { id, postingDate } = await aTransaction(world.current, account, { postingDate: TODAY });
  await world.current.query('UPDATE transactions SET feed_id = $1 WHERE id = $2', [feedId, id]);
  let statements = 0;
  await transaction(async (tx) => {
    const counting = new Proxy(tx, {
      get(target, name) {
        if (name === '$queryRaw') statements += 1;
        return Reflect.get(target, name);
      }
    });
    const range = { firstId: id, lastId: id, firstDay: postingDate, lastDay: postingDate };
    const payload = { issuerId: issuer.id, feedId, ...range };
    await evaluateBooked(counting, { issuerId: issuer.id, id, topic: 'alerts.booked', attempts: 0, payload });
  });
  expect(statements).toBe(2);
  const fired = await world.current.query<{ name: string }>(
    `SELECT s.name FROM spending_alert_firings f JOIN spending_alerts s ON (s.issuer_id, s.id) = (f.issuer_id, f.alert_id)
     WHERE f.issuer_id = $1 ORDER BY 1`,
    [issuer.id]
  );
  expect(fired.map(({ name }) => name)).toEqual(['Alert 4', 'Alert 8']);
});

describe('C2.027 a system of the company is told', () => {
  const KEY = `whsec_${randomBytes(32).toString('base64')}`;
  const anIntegrator = (at = company, by = C) =>
    aRecord(by, 'integrator', recordsOf(at), {
      name: 'Ledger hub',
      delivery: 'webhook',
      address: 'https://8.8.8.8/hook',
      key: KEY
    });
  const deliveries = async (id: string) => {
    const rows = await world.current.query<{ body: string }>(
      "SELECT body FROM integrator_deliveries WHERE integrator_id = $1 AND event = 'spending_alert.fired' ORDER BY id",
      [id]
    );
    return rows.map(({ body }) => JSON.parse(body).data);
  };

  test('of what fired, in the transaction that tells people, once, and without a card number', async () => {
    const integratorId = await anIntegrator();
    const id = await created({ integratorId });
    expect(await ownAlert(C, id)).toMatchObject({ integratorId });
    const { again, ids } = await booked({ amount: '100.00', merchant: 'Harbour Hotel' });
    await again();
    await told(C);
    expect(await deliveries(integratorId)).toEqual([
      {
        alert: { id, name: 'Large ones' },
        firings: [
          expect.objectContaining({
            measure: 'charge',
            place: account.name,
            merchant: 'Harbour Hotel',
            amount: '100',
            currency: 'EUR',
            limit: '100',
            transactionId: ids[0],
            postingDate: TODAY
          })
        ]
      }
    ]);
    expect(JSON.stringify(await deliveries(integratorId))).not.toContain('lastFour');
  });

  test('of many at once in few deliveries', async () => {
    const integratorId = await anIntegrator();
    await created({ integratorId });
    await booked(...Array.from({ length: 21 }, () => ({ amount: '100.00' })));
    await told(C);
    expect((await deliveries(integratorId)).map(({ firings: some }) => some.length)).toEqual([20, 1]);
  });

  test('of the alert’s company alone, while it is active and the owner has the right', async () => {
    const elsewhere = await aCompany(world.current, issuer);
    const theirs = await anIntegrator(
      elsewhere,
      await principalFor(world.current, await aUserAt(world.current, 'C', elsewhere))
    );
    expect(refusedFor(await create(C, { integratorId: theirs }))).toBe('integratorId alert.integrator.gone');
    expect(refusedFor(await create(C, { integratorId: randomUUID() }))).toBe('integratorId alert.integrator.gone');
    const integratorId = await anIntegrator();
    expect((await integratorChoices(C)).map(({ id }) => id)).toEqual([integratorId]);
    expect((await integratorChoices(A)).map(({ id }) => id)).toEqual([integratorId]);
    const id = await created({ integratorId });
    await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [integratorId]);
    await booked({ amount: '100.00' });
    await told(C);
    expect(await deliveries(integratorId)).toEqual([]);
    // It stays with the alert, and is told again once it is active.
    const entry = entered({ integratorId, amount: '50' });
    granted(await changeAlert(C, { id, version: (await ownAlert(C, id))?.version ?? 0, entry }, ORIGIN));
    expect(await integratorChoices(C)).toEqual([]);
    expect(await integratorChoices(C, integratorId)).toMatchObject([{ active: false }]);
    await world.current.query('UPDATE setup_records SET inactive_since = NULL WHERE id = $1', [integratorId]);
    await booked({ amount: '60.00' });
    await told(C);
    expect(await deliveries(integratorId)).toHaveLength(1);
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [carla.id]);
    await booked({ amount: '70.00' });
    await told(C);
    expect(await deliveries(integratorId)).toHaveLength(1);
  });
});

describe('people are told', () => {
  test('C1.038 of a charge above the threshold in the inbox and by mail, each with an address that they may open', async () => {
    const id = await created({ recipients: [carla.userId, otto.userId] });
    const { ids } = await booked({ amount: '100.00', merchant: 'Harbour Hotel' }, { amount: '99.99' });
    expect(await told(C)).toEqual(['alert.charge']);
    expect(await told(O)).toEqual(['alert.charge']);
    const [firing] = await ownFirings(C, id);
    const hrefs = await world.current.query<{ userId: string; href: string }>(
      'SELECT user_id AS "userId", href FROM inbox_notices WHERE issuer_id = $1',
      [issuer.id]
    );
    expect(Object.fromEntries(hrefs.map(({ userId, href }) => [userId, href]))).toEqual({
      [carla.id]: `/workspace/alerts/reports/${firing?.id}`,
      [otto.id]: `/workspace/transactions/${ids[0]}`
    });
    const [mail] = await mailsOf(carla);
    expect(mail).toMatchObject({
      template: 'alert_charge',
      params: { name: 'Large ones', merchant: 'Harbour Hotel', amount: expect.stringContaining('100.00') }
    });
    expect(await mailsOf(otto)).toHaveLength(1);
    expect(await actions()).toEqual(['spending_alert.created', 'spending_alert.fired']);
  });

  test('without a mail where the reader wants none', async () => {
    await created();
    const actor = { issuerId: issuer.id, userId: carla.id } as Actor;
    await saveNoticeSettings(actor, noticeSettingsSchema.parse({ alerts: 'inbox' }), ORIGIN);
    await booked({ amount: '100.00' });
    expect(await told(C)).toEqual(['alert.charge']);
    expect(await mailsOf(carla)).toEqual([]);
  });

  test('of the highest step alone, and of many at once by their number', async () => {
    await created({ measure: 'card_total', period: 'month', early: true });
    await booked({ amount: '100.00' });
    expect(await told(C)).toEqual(['alert.total']);
    await created({ name: 'Any', measure: 'any', merchant: 'inn' });
    await booked(...Array.from({ length: 4 }, () => ({ amount: '1.00', merchant: 'Inn' })));
    expect(await told(C)).toEqual(['alert.total', 'alert.many']);
  });

  test('only of what lies in their own part now', async () => {
    await created({ recipients: [otto.userId, anna.userId] });
    await booked({ amount: '100.00', on: other }, { amount: '200.00' });
    expect(await told(O)).toEqual(['alert.charge']);
    expect(await told(A)).toEqual(['alert.charge']);
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [otto.id]);
    await booked({ amount: '300.00' });
    expect(await told(O)).toEqual(['alert.charge']);
    expect(await told(A)).toEqual(['alert.charge', 'alert.charge']);
  });

  test('C6.026 nobody, once the owner has lost the place, the role or the access', async () => {
    const id = await created({ name: 'Mine', nodeId: department.id, recipients: [otto.userId, anna.userId] }, O);
    const elsewhere = await anOrgPoint(world.current, company);
    const at = (node: StructureNode) =>
      world.current.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [
        O.assignmentId,
        node.id
      ]);
    await at(elsewhere);
    await booked({ amount: '100.00' });
    expect([await told(O), await told(A)]).toEqual([[], []]);
    expect(await ownAlert(await principalFor(world.current, otto), id)).toBeNull();
    await at(department);
    await world.current.query(
      "UPDATE users SET status = 'locked', lock_cause = 'password_attempts', locked_at = now() WHERE id = $1",
      [otto.id]
    );
    await booked({ amount: '100.00' });
    expect(await told(A)).toEqual([]);
  });
});

test('C6.026 an alert whose owner has left is paused, and the company’s administrators are told, once', async () => {
  const id = await created({ name: 'Mine', nodeId: department.id, recipients: [otto.userId, anna.userId] }, O);
  await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [otto.id]);
  await booked({ amount: '100.00' });
  await booked({ amount: '200.00' });
  expect([await told(A), await told(C)]).toEqual([[], ['alert.paused']]);
  const paused = await world.current.query('SELECT state::text FROM spending_alerts WHERE id = $1', [id]);
  expect(paused).toEqual([{ state: 'paused' }]);
  expect((await inboxOf(C, { view: 'all' })).map(({ params }) => params)).toEqual([
    { name: 'Mine', person: 'Otto Lund' }
  ]);
});

describe('a report', () => {
  test('C6.026 shows the charges behind a firing, for 30 days', async () => {
    const id = await created({ measure: 'card_total', period: 'month', merchant: 'inn' });
    const { ids } = await booked(
      { amount: '60.00', merchant: 'Inn A' },
      { amount: '50.00', merchant: 'Inn B' },
      { amount: '70.00', merchant: 'Café' }
    );
    const [firing] = await ownFirings(C, id);
    const report = await alertReport(C, firing?.id as string);
    expect(report?.charges.map((charge) => charge.id)).toEqual([ids[0], ids[1]]);
    expect(report).toMatchObject({ amount: '110', reached: '100', step: 100, transactionId: null });
    shiftClock(31 * 86_400_000);
    expect(await alertReport(C, firing?.id as string)).toBeNull();
    expect(await ownFirings(C, id)).toEqual([]);
    await forgetFirings();
    expect(await countOf(id)).toBe(1);
    shiftClock(401 * 86_400_000);
    await forgetFirings();
    expect(await countOf(id)).toBe(0);
  });

  test('C5.027 goes with its transaction', async () => {
    const id = await created();
    const { ids } = await booked({ amount: '100.00' }, { amount: '200.00' });
    const gone = [
      {
        issuerId: issuer.id,
        id: ids[0] as string,
        postingDate: TODAY,
        exportedIn: null,
        accountId: account.id,
        owed: '0',
        paid: '0',
        reference: 'B-1'
      }
    ];
    await transaction(async (tx) => firingsOfTransactions.forget?.(tx, issuer.id, gone));
    expect((await firings(id)).map(({ charge }) => charge)).toEqual([ids[1]]);
  });
});

test('a preview counts by the conditions that fire, over 90 days and the reader’s own part', async () => {
  const day = (ago: number) => new Date(Date.parse(TODAY) - ago * 86_400_000).toISOString().slice(0, 10);
  await booked(
    { amount: '100.00', day: day(89) },
    { amount: '100.00', day: day(90) },
    { amount: '100.00', day: day(3), on: other },
    { amount: '99.00', day: day(2) }
  );
  const rule = (more: object) => ruleSchema.parse({ ...entered(), ...more });
  expect(await previewAlert(C, rule({}))).toEqual({ count: 2, last: day(3) });
  expect(await previewAlert(C, rule({ nodeId: department.id }))).toEqual({ count: 1, last: day(89) });
  expect(await previewAlert(O, rule({}))).toBeNull();
  const total = { measure: 'card_total', period: 'day', amount: '100' };
  expect(await previewAlert(C, rule({ ...total, early: true }))).toEqual({ count: 8, last: day(2) });
  expect(await previewAlert(C, rule({ ...total, amount: '1000' }))).toEqual({ count: 0, last: null });
});

test('a merge moves alerts and what they tell; forgetting somebody deletes them', async () => {
  const second = await aUserAt(world.current, 'C', company);
  const alertsOfUser = async (user: PlacedPerson) => ownAlerts(await principalFor(world.current, user));
  await created();
  await created(
    { name: 'Theirs', recipients: [second.userId, carla.userId] },
    await principalFor(world.current, second)
  );
  await created({ name: 'Large ones', recipients: [second.userId] }, await principalFor(world.current, second));
  const users = { issuerId: issuer.id, keptId: carla.id, mergedId: second.id };
  await transaction(async (tx) => {
    for (const part of BELONGINGS) await part.move?.(tx, users as never);
  });
  const names = (await alertsOfUser(carla)).map(({ name }) => name);
  expect(names).toEqual(['Large ones', expect.stringMatching(/^Large ones [0-9a-f-]{9}$/), 'Theirs']);
  for (const { id } of await alertsOfUser(carla))
    expect((await toldBy(C, id)).map(({ userId }) => userId)).toEqual([carla.userId]);
  await transaction(async (tx) => {
    for (const part of BELONGINGS) await part.forget?.(tx, carla);
  });
  expect(await alertsOfUser(carla)).toEqual([]);
});
