import type { Principal } from '@/lib/access/policy/principal';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { programFeatures } from '@/lib/directory/programs/features';
import { resourcesFor } from '@/lib/directory/resources/resources';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { CHARGES } from '../../prisma/demo/story/charges';
import { EXPENSE_REPORTS } from '../../prisma/demo/story/expense-reports';
import { useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { granted } from '../support/results';

const database = useDatabase({ seeded: true });
const rows = <Row extends Record<string, unknown>>(sql: string, values?: unknown[]) =>
  database.current.query<Row>(sql, values);
const numberOf = async (sql: string) => Number((await rows<{ n: string }>(sql))[0]?.n);

async function principalNamed(userId: string): Promise<Principal> {
  const [user] = await rows<{ id: string; issuerId: string; role: string }>(
    `SELECT u.id, u.issuer_id AS "issuerId", u.role::text FROM user_directory d
     JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id) WHERE d.user_id_key = $1`,
    [userId]
  );
  if (!user) throw new Error(`no ${userId}`);
  return principalFor(database.current, user as Parameters<typeof principalFor>[1]);
}

async function workOf(userId: string): Promise<Record<string, number>> {
  const principal = await principalNamed(userId);
  const work = await waitingWork(principal, await programFeatures(principal), HOME_TASKS);
  return Object.fromEntries(work.map(({ name, count }) => [name, count]));
}

test('C2.085 C3.035 the administrator of a house has a report of their own and the file of one that ran', async () => {
  const owners = await rows<{ rows: number | null }>(
    `SELECT (SELECT max(r.row_count)::int FROM report_runs r WHERE (r.issuer_id, r.owner_user_id) = (d.issuer_id, d.owner_user_id)
       AND r.file_id IS NOT NULL) AS rows FROM report_definitions d`
  );
  expect(owners.length).toBeGreaterThan(0);
  for (const { rows: count } of owners) expect(count).toBeGreaterThan(3);
});

test('C2.083 one administrator of each house gets a report on Mondays, henrik.dahl of his', async () => {
  const schedules = await rows<{ owner: string; weekdays: number[]; recipients: number; ahead: boolean }>(
    `SELECT u.user_id AS owner, s.weekdays, s.next_at > s.created_at AS ahead,
       (SELECT count(*)::int FROM report_recipients r WHERE (r.issuer_id, r.schedule_id) = (s.issuer_id, s.id)
         AND r.user_id = s.owner_user_id) AS recipients
     FROM report_schedules s JOIN users u ON (u.issuer_id, u.id) = (s.issuer_id, s.owner_user_id)`
  );
  expect(schedules.map(({ owner }) => owner)).toContain('henrik.dahl');
  expect(schedules).toHaveLength(await numberOf('SELECT count(DISTINCT issuer_id) AS n FROM report_definitions'));
  for (const { owner: _, ...schedule } of schedules)
    expect(schedule).toEqual({ weekdays: [1], recipients: 1, ahead: true });
});

test('C1.033 C2.035 anna.lindqvist and oliver.hayes have bank accounts, and a payment sent to the bank, a scheduled and a cancelled one', async () => {
  const found = await rows(
    `SELECT u.user_id AS who, (SELECT count(*)::int FROM wallet_accounts w WHERE (w.issuer_id, w.user_id) = (u.issuer_id, u.id)) AS held,
       (SELECT array_agg(p.state::text ORDER BY p.number) FROM payments p WHERE (p.issuer_id, p.payer_id) = (u.issuer_id, u.id)) AS states
     FROM users u WHERE EXISTS (SELECT 1 FROM payments p WHERE (p.issuer_id, p.payer_id) = (u.issuer_id, u.id)) ORDER BY 1`
  );
  expect(found).toEqual([
    { who: 'anna.lindqvist', held: 3, states: ['sent', 'scheduled', 'cancelled'] },
    { who: 'oliver.hayes', held: 1, states: ['sent', 'scheduled', 'cancelled'] }
  ]);
});

test('issue 20 point 4 of what the house company repays by bank, one was paid, one came back, and a debit is with the bank', async () => {
  const repaid = await rows(
    `SELECT u.user_id AS who, p.direction::text, p.amount::float, p.state::text, p.return_code AS code FROM repayments p
     JOIN users u ON (u.issuer_id, u.id) = (p.issuer_id, p.user_id) ORDER BY p.direction, p.amount DESC`
  );
  expect(repaid).toEqual([
    { who: 'anna.lindqvist', direction: 'credit', amount: 312, state: 'settled', code: null },
    { who: 'tove.nilsen', direction: 'credit', amount: 185, state: 'returned', code: 'AC01' },
    { who: 'anna.lindqvist', direction: 'debit', amount: 250, state: 'in_file', code: null }
  ]);
  expect(await workOf('henrik.dahl')).toMatchObject({ 'repayments.returned': 1 });
});

test('C2.026 what the demo cards were charged is booked once, and only the taxi differs: it books what was declined', async () => {
  const differences = await Promise.all(
    ['henrik.dahl', 'jordan.ellis'].map(async (userId) => {
      const page = await listPage(await principalNamed(userId), RECONCILIATION, readQuery(RECONCILIATION, {}));
      return page.rows.map(({ kind }) => kind);
    })
  );
  expect(new Set(differences.flat())).toEqual(new Set(['clearing.unauthorized']));
  expect(
    await rows(
      `SELECT k.merchant_name AS merchant, count(*)::int AS clearings, count(t.id)::int AS transactions, bool_and(t.purchase_type_id
         = q.type_id AND t.amount = k.amount AND t.purpose LIKE 'PR-%') AS agree
       FROM clearings k JOIN virtual_cards v ON (v.issuer_id, v.id) = (k.issuer_id, k.card_id)
       JOIN purchase_requests q ON (q.issuer_id, q.id) = (v.issuer_id, v.request_id)
       LEFT JOIN transactions t ON (t.issuer_id, t.source_reference) = (k.issuer_id, k.reference)
       GROUP BY 1 ORDER BY 1`
    ).then((found) =>
      found.map(({ clearings, transactions, ...one }) => ({ ...one, once: clearings === transactions }))
    )
  ).toEqual(
    ['NORDLYS HOTELL RESTAURANT', 'NORDLYS HOTELL TROMSO', 'TROMSO TAXI'].map((merchant) => ({
      merchant,
      agree: true,
      once: true
    }))
  );
});

describe('states, histories, exports and audit of the demo agree', () => {
  test('the last event of each transaction led to its state, by whom and when the transaction says', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM transactions t LEFT JOIN LATERAL (
           SELECT e.details->>'after.state' AS state, e.actor_user_id AS by, e.occurred_at AS at FROM transaction_events e
           WHERE (e.issuer_id, e.posting_date, e.transaction_id) = (t.issuer_id, t.posting_date, t.id) AND e.details ? 'after.state'
           ORDER BY e.occurred_at DESC LIMIT 1
         ) AS last ON true
         CROSS JOIN LATERAL (SELECT
           CASE t.state WHEN 'reviewed' THEN t.reviewed_by WHEN 'approved' THEN t.approved_by ELSE t.exported_by END AS by,
           CASE t.state WHEN 'reviewed' THEN t.reviewed_at WHEN 'approved' THEN t.approved_at ELSE t.exported_at END AS at) AS own
         WHERE coalesce(last.state, 'open') <> t.state::text
           -- A command takes the time for the row and for its history one after the other.
           OR t.state <> 'open' AND (last.by <> own.by OR last.at NOT BETWEEN own.at AND own.at + interval '1 minute')`
      )
    ).toBe(0);
    expect(await numberOf("SELECT count(*) AS n FROM transactions WHERE state = 'exported'")).toBeGreaterThan(1000);
  });

  test('events follow each other: each begins in the state that the one before led to', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM (
           SELECT details->>'before.state' AS before, coalesce(lag(details->>'after.state') OVER (
             PARTITION BY issuer_id, posting_date, transaction_id ORDER BY occurred_at), 'open') AS expected
           FROM transaction_events WHERE details ? 'after.state'
         ) AS step WHERE before <> expected`
      )
    ).toBe(0);
  });

  test('each exported transaction is in an export that counts it, within its place and days', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM transactions t JOIN nodes a ON (a.issuer_id, a.id) = (t.issuer_id, t.account_id)
         LEFT JOIN ledger_exports e ON (e.issuer_id, e.id) = (t.issuer_id, t.exported_in) AND e.status = 'exported'
           AND t.posting_date BETWEEN e.first_day AND e.last_day
         LEFT JOIN nodes p ON (p.issuer_id, p.id) = (e.issuer_id, e.node_id) AND starts_with(a.path, p.path)
         WHERE t.state = 'exported' AND p.id IS NULL`
      )
    ).toBe(0);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM (
           SELECT issuer_id, exported_in AS id, billed_currency AS currency, count(*)::int AS count, sum(billed_amount) AS amount
           FROM transactions WHERE state = 'exported' GROUP BY 1, 2, 3
         ) AS found FULL JOIN (
           SELECT issuer_id, id, x.currency, x.count, x.amount
           FROM ledger_exports, jsonb_to_recordset(totals) AS x (currency text, count int, amount numeric)
         ) AS said USING (issuer_id, id, currency) WHERE (found.count, found.amount) IS DISTINCT FROM (said.count, said.amount)`
      )
    ).toBe(0);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM ledger_exports
         WHERE count IS DISTINCT FROM (SELECT sum((x->>'count')::int) FROM jsonb_array_elements(totals) x)`
      )
    ).toBe(0);
    expect(await numberOf('SELECT count(*) AS n FROM ledger_files WHERE file_id IS NOT NULL')).toBeGreaterThanOrEqual(
      3
    );
  });

  test('the audit names each export once with its number of transactions, and its chains are whole', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM ledger_exports e WHERE 1 <> (SELECT count(*) FROM audit_entries a
           WHERE a.issuer_id = e.issuer_id AND a.action = 'transaction.export' AND a.details->>'export' = e.id::text
             AND (a.details->>'count')::int = e.count)`
      )
    ).toBe(0);
    expect(await numberOf('SELECT count(*) AS n FROM issuers i, verify_audit_chain(i.id)')).toBe(0);
  });

  test('no cardholder approved a charge on a card of their own', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM transactions t JOIN assignments a ON (a.issuer_id, a.user_id) = (t.issuer_id, t.approved_by)
           AND a.role = 'A' JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id, x.node_id) = (a.issuer_id, a.id, t.account_id)`
      )
    ).toBe(0);
  });
});

/** How many charges of a person are reviewed with their expense reports, and how many were approved with them. */
const chargesOf = (userId: string, fits: (story: (typeof EXPENSE_REPORTS)[number]) => boolean | undefined) =>
  EXPENSE_REPORTS.filter((one) => one.userId === userId && fits(one)).flatMap(({ merchants }) => merchants).length;
const submittedOf = (userId: string) => chargesOf(userId, ({ isSubmitted, isRepaid }) => isSubmitted && !isRepaid);
const approvedOf = (userId: string) => chargesOf(userId, ({ isRepaid }) => isRepaid);

describe('work waits for each of the demo people', () => {
  test.each(Object.keys(CHARGES))('%s has fresh charges to review', async (userId) => {
    const charges = CHARGES[userId] ?? [];
    const fresh = await rows<{ state: string; receipts: number; sentBack: number; days: number }>(
      `SELECT t.state::text, (SELECT count(*)::int FROM attachments a WHERE a.issuer_id = t.issuer_id AND a.record_id = t.id) AS receipts,
         (SELECT count(*)::int FROM transaction_events e WHERE (e.issuer_id, e.transaction_id) = (t.issuer_id, t.id) AND e.event = 'send_back') AS "sentBack",
         (now()::date - t.transaction_date) AS days
       FROM transactions t JOIN assignment_nodes x ON (x.issuer_id, x.node_id) = (t.issuer_id, t.account_id)
       JOIN assignments s ON (s.issuer_id, s.id) = (x.issuer_id, x.assignment_id) AND s.role = 'A'
       JOIN user_directory d ON (d.issuer_id, d.user_id) = (s.issuer_id, s.user_id)
       WHERE d.user_id_key = $1 AND t.feed_id IS NOT NULL AND t.purchase_type_id IS NULL`,
      [userId]
    );
    expect(fresh).toHaveLength(charges.length);
    const count = (fits: (one: (typeof fresh)[number]) => boolean) => fresh.filter(fits).length;
    expect(count(({ state }) => state === 'reviewed')).toBe(
      charges.filter(({ stage }) => stage === 'reviewed').length + submittedOf(userId)
    );
    expect(count(({ receipts }) => receipts > 0)).toBe(charges.filter(({ receipt }) => receipt).length);
    expect(count(({ state, sentBack }) => state === 'open' && sentBack === 1)).toBe(
      charges.filter(({ stage }) => stage === 'sent back').length
    );
    expect(Math.max(...fresh.map(({ days }) => days))).toBeLessThan(20);
  });

  test.each(['anna.lindqvist', 'mei.tanaka', 'oliver.hayes', 'tove.nilsen'])(
    'the home page of %s counts them',
    async (userId) => {
      const open =
        (CHARGES[userId] ?? []).filter(({ stage }) => stage !== 'reviewed').length -
        submittedOf(userId) -
        approvedOf(userId);
      // Besides the fresh ones: an expense out of pocket, and what the year before left open.
      expect((await workOf(userId)).review).toBeGreaterThan(open);
    }
  );

  test('approvals wait at three levels, for different people', async () => {
    const waiting = await Promise.all(['emma.nyberg', 'sofia.holm', 'henrik.dahl', 'jordan.ellis'].map(workOf));
    for (const work of waiting) expect(work.approve).toBeGreaterThanOrEqual(2);
    const levels = await rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM approval_levels GROUP BY profile_id'
    );
    for (const { count } of levels) expect(count).toBe(3);
  });

  test('C4.017 each cardholder has an expense report with card charges and own money; two wait for an approver, others are repaid', async () => {
    const reports = await rows<{ title: string; state: string; charges: number; own: number }>(
      `SELECT r.title, r.state::text, count(l.transaction_id)::int AS charges,
         count(*) FILTER (WHERE l.transaction_id IS NULL)::int AS own
       FROM expense_reports r JOIN expense_report_lines l ON (l.issuer_id, l.report_id) = (r.issuer_id, r.id)
       GROUP BY r.issuer_id, r.id ORDER BY r.title COLLATE "C"`
    );
    expect(reports).toEqual(
      [...EXPENSE_REPORTS]
        .sort((a, b) => (a.title < b.title ? -1 : 1))
        .map(({ title, merchants, own, trip, allowance, isSubmitted, isRepaid }) => ({
          title,
          state: isRepaid ? 'approved' : isSubmitted ? 'submitted' : 'saved',
          charges: merchants.length,
          own: [own, trip, allowance].filter(Boolean).length
        }))
    );
    expect((await workOf('emma.nyberg'))['reports.approve'] ?? 0).toBeGreaterThanOrEqual(1);
  });

  test('an issuer administrator has rows to correct and registrations to decide; a company administrator an export to make', async () => {
    expect(await workOf('priya.raman')).toMatchObject({ 'feed.rejects': 3, registrations: 2 });
    expect((await workOf('henrik.dahl')).export).toBeGreaterThan(0);
  });

  test('comments mention those whom they are for', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM comment_mentions m JOIN comments c ON (c.issuer_id, c.id) = (m.issuer_id, m.comment_id)
         WHERE c.author_id <> m.user_id`
      )
    ).toBe(2 * Object.values(CHARGES).filter((charges) => charges.some(({ stage }) => stage === 'sent back')).length);
  });
});

describe('the set-up lists of the companies that people see', () => {
  test('are filled, and their scheme is in force', async () => {
    const companies = await rows<{
      name: string;
      assignments: number;
      defaults: number;
      subsets: number;
      entities: number;
    }>(
      `SELECT c.name_1 AS name,
         count(*) FILTER (WHERE r.entity = 'scheme-assignment')::int AS assignments,
         count(*) FILTER (WHERE r.entity = 'default-value' AND r.data->>'basis' = 'category')::int AS defaults,
         count(*) FILTER (WHERE r.entity = 'subset')::int AS subsets, count(DISTINCT r.entity)::int AS entities
       FROM setup_records r JOIN nodes c ON (c.issuer_id, c.id) = (r.issuer_id, r.owner_id) AND c.kind = 'company' GROUP BY c.id, c.name_1`
    );
    const names = companies.map(({ name }) => name);
    for (const shown of [
      'Älvdala Energi AB',
      'Minatomi Electric K.K.',
      'Maplecrest Manufacturing, Inc.',
      'Larkspur Freight Inc.',
      'Harrowgate Consulting Ltd'
    ])
      expect(names).toContain(shown);
    for (const company of companies) {
      expect(company).toMatchObject({ assignments: 1, subsets: 2 });
      expect(company.defaults).toBeGreaterThanOrEqual(12);
      expect(company.entities).toBeGreaterThanOrEqual(14);
    }
    expect(await numberOf('SELECT count(DISTINCT company_id) AS n FROM split_profiles')).toBeGreaterThanOrEqual(4);
  });
});

test('C2.030 the demo has resources in the eight topics, and messages for its people', async () => {
  const topics = await numberOf(
    "SELECT count(DISTINCT data->>'topic') AS n FROM setup_records WHERE entity = 'resource'"
  );
  expect(topics).toBe(8);
  const anna = await principalNamed('anna.lindqvist');
  const { resources } = granted(await resourcesFor(anna, { locale: 'en_US', text: '' }));
  expect(resources.map(({ name }) => name)).toContain('Your card in ten minutes');
  expect(resources.map(({ name }) => name)).not.toContain('Guide for administrators');
  const inbox = await inboxOf(anna, { view: 'unread' });
  expect(inbox.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Never give your PIN to anybody', 'Receipts until the fifth'])
  );
});

test('C2.027 the alerts of the demo’s people fire for the transactions of the story', async () => {
  while (await workOnce({ ...outboxHandlers, 'mail.send': async () => {} }));
  const found = await rows<{ owner: string; name: string; firings: number; real: boolean }>(
    `SELECT u.user_id AS owner, s.name, count(f.id)::int AS firings,
       bool_and(f.transaction_id IS NULL OR EXISTS (SELECT 1 FROM transactions t
         WHERE t.issuer_id = f.issuer_id AND t.id = f.transaction_id AND t.feed_id IS NOT NULL)) AS real
     FROM spending_alerts s JOIN users u ON (u.issuer_id, u.id) = (s.issuer_id, s.owner_user_id)
     LEFT JOIN spending_alert_firings f ON (f.issuer_id, f.alert_id) = (s.issuer_id, s.id) GROUP BY 1, 2 ORDER BY 1, 2`
  );
  expect(found.map(({ owner }) => owner)).toEqual(
    expect.arrayContaining(['anna.lindqvist', 'emma.nyberg', 'henrik.dahl', 'mei.tanaka'])
  );
  expect(found.filter(({ firings, real }) => firings === 0 || !real)).toEqual([]);
  const told = (await inboxOf(await principalNamed('henrik.dahl'), { view: 'all' })).map(({ kind }) => kind);
  expect(told).toContain('alert.charge');
});
