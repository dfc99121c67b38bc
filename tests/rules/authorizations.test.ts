import { parse } from 'csv-parse/sync';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { exportCsv } from '@/lib/kit/listing/export';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { seenListing } from '@/lib/kit/listing/seen-columns';
import { knownReport } from '@/lib/kit/reports/known-report';
import { dataSetsOf } from '@/lib/kit/reports/report-source';
import { downloadRun, lastRuns, seenRun } from '@/lib/kit/reports/runs';
import { startRun } from '@/lib/kit/reports/start-run';
import { answersOf } from '@/lib/money/purchasing/authorizations/activity';
import { authorize, heldCard } from '@/lib/money/purchasing/authorizations/authorize';
import { AUTHORIZATIONS } from '@/lib/money/purchasing/authorizations/listing';
import { CARD_CONTROLS, VIRTUAL_CARDS } from '@/lib/money/purchasing/card-lists';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, type Offered } from '../support/purchasing';
import { granted, refusedFor } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
const RIGHTS = ['authorization_activity.view', 'purchase_requests.view', 'reports.view', 'reports.run'] as const;
let issuer: StructureNode;
let company: StructureNode;
let offered: Offered;
/** The buyer, an administrator without the right, one with it, and one of another company with it. */
let buyer: Principal;
let without: Principal;
let withRight: Principal;
let stranger: Principal;
let id: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer), {
    authorities: [...RIGHTS]
  });
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  without = await aPrincipalAt(world.current, 'C', company);
  withRight = await aPrincipalAt(world.current, 'C', company, { authorities: [...RIGHTS] });
  buyer = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
  const approver = await aPrincipalAt(world.current, 'O', place);
  const limits = { transactionLimit: true, transactionAmount: '400.00' };
  offered = await anOffer(without, company, { template: limits });
  id = await aRequest(buyer, offered);
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const version = (await seenRequest(buyer, id))?.version ?? 0;
  granted(await approveRequest(approver, { id, version }, null, ORIGIN));
});

const key = () => ({ issuerId: company.issuerId, id });

/** A merchant asks the card of the request. */
const ask = (amount: string, reference: string, merchantName = 'HOTEL NORD') =>
  transaction(async (tx) => {
    const card = await heldCard(tx, key());
    if (!card) throw new Error('no card');
    return authorize(tx, card, {
      reference,
      at: new Date(),
      kind: 'purchase',
      amount,
      currency: 'NOK',
      merchantName,
      merchantId: null,
      acquirerId: null,
      category: null
    });
  });

/** 300.00 and 50.00 are approved; 450.00 and 200.00 are declined. */
async function askFour(): Promise<void> {
  await ask('300.00', `${id}/1`);
  await ask('50.00', `${id}/2`, 'TAXI');
  await ask('450.00', `${id}/3`, 'TAXI');
  await ask('200.00', `${id}/4`);
}

/** The rows of the file of a standard report, by their headings. */
async function fileOf(by: Principal, report: string): Promise<Record<string, string>[]> {
  const asked = { report, criteria: { format: 'csv' as const }, locale: 'en_US' as const };
  const runId = granted(await startRun(LISTS, STANDARD_REPORTS, by, asked, ORIGIN));
  await untilEnded(by, (await seenRun(by, runId))?.jobId as string);
  const file = await downloadRun(by, runId, ORIGIN);
  return parse((await bytesOf(file?.bytes)).toString(), { columns: true, bom: true });
}

describe('a card', () => {
  test('C3.017 C6.032 answers by its controls and by what it approved before, and keeps every answer', async () => {
    await askFour();
    const answers = (await answersOf(buyer, key())) ?? [];
    expect(answers.map(({ amount, merchant, approved }) => [amount, merchant, approved])).toEqual([
      ['200.00', 'HOTEL NORD', false],
      ['450.00', 'TAXI', false],
      ['50.00', 'TAXI', true],
      ['300.00', 'HOTEL NORD', true]
    ]);
    expect(answers[0]?.failures).toMatchObject([{ control: 'velocity', left: '150.00', total: '550.00' }]);
    expect(answers[1]?.failures.map(({ control }) => control)).toEqual(['transactionLimit', 'velocity']);
  });

  test('C3.017 gives a reference the same answer however often it is asked, and counts it once', async () => {
    await ask('300.00', `${id}/1`);
    expect(await ask('300.00', `${id}/1`)).toEqual({ approved: true, failures: [] });
    expect(await answersOf(buyer, key())).toHaveLength(1);
    expect(await ask('200.00', `${id}/2`)).toMatchObject({ approved: true });
  });

  test('C3.017 passes no limit when many merchants ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, (_, at) => ask('200.00', `${id}/${at}`)));
    expect(asked.filter(({ approved }) => approved)).toHaveLength(2);
  });
});

describe('C6.032 authorization activity', () => {
  test('is the requester’s own, and others’ by a template that names it', async () => {
    await askFour();
    expect(await answersOf(buyer, key())).toHaveLength(4);
    expect(await answersOf(withRight, key())).toHaveLength(4);
    expect(await answersOf(without, key())).toBeNull();
    expect(await answersOf(stranger, key())).toEqual([]);
    const other = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
    expect(await answersOf(other, key())).toEqual([]);
    const closed = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company), {
      authorities: ['purchase_requests.view']
    });
    expect(await answersOf(closed, key())).toBeNull();
  });

  test('has a list and an export for those only', async () => {
    await askFour();
    const query = readQuery(AUTHORIZATIONS, {});
    const rows = async (by: Principal) => (await listPage(by, AUTHORIZATIONS, query)).rows.length;
    expect([await rows(buyer), await rows(withRight), await rows(stranger), await rows(without)]).toEqual([4, 4, 0, 0]);
    expect(await exportCsv(without, AUTHORIZATIONS, query, (one) => one, ORIGIN)).toBeNull();
    const declined = readQuery(AUTHORIZATIONS, { reason: 'transactionLimit' });
    expect((await listPage(withRight, AUTHORIZATIONS, declined)).rows.map(({ amount }) => Number(amount))).toEqual([
      450
    ]);
  });

  test('has columns in the lists of cards that others don’t have, and a query that asks for them finds nothing', async () => {
    await askFour();
    const columns = (by: Principal) => Object.keys(seenListing(by, VIRTUAL_CARDS).columns);
    const hidden = ['spent', 'left', 'approvals', 'declines'];
    expect(columns(withRight)).toEqual(expect.arrayContaining(hidden));
    expect(columns(without)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/spent|left|approvals|declines/)])
    );
    expect(columns(without)).toHaveLength(columns(withRight).length - hidden.length);
    expect(Object.keys(seenListing(without, CARD_CONTROLS).columns)).not.toContain('declines');
    const asked = readQuery(VIRTUAL_CARDS, { columns: 'number,spent,left,approvals,declines' });
    const shown = (await listPage(withRight, VIRTUAL_CARDS, asked)).rows;
    expect(shown.map((row) => hidden.map((name) => Number(row[name])))).toEqual([[350, 150, 2, 2]]);
    expect((await listPage(without, VIRTUAL_CARDS, asked)).rows).toEqual([]);
    const plain = readQuery(VIRTUAL_CARDS, { columns: 'number,purchaseLimit' });
    expect((await listPage(without, VIRTUAL_CARDS, plain)).rows).toHaveLength(1);
  });

  test('has reports that others are not offered and can’t run', async () => {
    expect(dataSetsOf(LISTS, without)).not.toContain('authorizations');
    expect(dataSetsOf(LISTS, withRight)).toContain('authorizations');
    for (const report of ['authorizations', 'declined-authorizations']) {
      const asked = { report, criteria: { format: 'csv' as const }, locale: 'en_US' as const };
      const started = await startRun(LISTS, STANDARD_REPORTS, without, asked, ORIGIN);
      expect(refusedFor(started)).toContain('report.not.permitted');
    }
    expect(await lastRuns(without, 5)).toEqual([]);
    const known = await knownReport(LISTS, STANDARD_REPORTS, without, 'virtual-cards');
    expect(known?.source.query.columns).toEqual(
      expect.arrayContaining(['number', 'card', 'supplier', 'state', 'purchaseLimit'])
    );
    expect(known?.source.query.columns.filter((name) => /spent|left|approvals|declines/.test(name))).toEqual([]);
  });

  test('stays out of the files of those who lack the right', async () => {
    await askFour();
    const [row = {}] = await fileOf(without, 'virtual-cards');
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['Spent']));
    expect(row['Purchase Limit']).toBe('500');
    expect((await fileOf(withRight, 'virtual-cards'))[0]).toMatchObject({ Spent: '350', Left: '150' });
  });
});

describe('C2.026 payment control reports', () => {
  test('C5.023 cover twelve months at most, and never a period without an end', async () => {
    const run = async (report: string, criteria: object) => {
      const asked = { report, criteria: { format: 'csv' as const, ...criteria }, locale: 'en_US' as const };
      return startRun(LISTS, STANDARD_REPORTS, withRight, asked, ORIGIN);
    };
    for (const [report, { list }] of Object.entries(STANDARD_REPORTS))
      if (['purchase-requests', 'virtual-cards', 'card-controls', 'authorizations'].includes(list)) {
        const over = await run(report, { period: 'days', from: '2025-03-15', to: '2026-03-15' });
        expect([report, refusedFor(over)]).toEqual([report, 'period report.period.too.long']);
        const open = await run(report, { period: 'days', from: '2025-03-15' });
        expect([report, refusedFor(open)]).toEqual([report, 'period report.period.too.long']);
        granted(await run(report, { period: 'days', from: '2025-03-15', to: '2026-03-14' }));
      }
  });

  test('add up to what the database holds', async () => {
    await askFour();
    const [sum] = await world.current.query<{ limits: string; approved: string; declined: string }>(
      `SELECT (SELECT sum(purchase_limit) FROM purchase_requests WHERE company_id = $1)::text AS limits,
         sum(a.amount) FILTER (WHERE a.answer = 'approved')::text AS approved,
         sum(a.amount) FILTER (WHERE a.answer = 'declined')::text AS declined
       FROM authorization_activity a JOIN virtual_cards c ON c.id = a.card_id
       JOIN purchase_requests q ON q.id = c.request_id WHERE q.company_id = $1`,
      [company.id]
    );
    const [total] = (await fileOf(withRight, 'purchase-requests-by-state')).filter((row) => row.Line === 'Total');
    expect(Number(total?.['Purchase Limit'])).toBe(Number(sum?.limits));
    const declined = await fileOf(withRight, 'declined-authorizations');
    expect(Number(declined.find((row) => row.Line === 'Total')?.Amount)).toBe(Number(sum?.declined));
    expect(declined.filter((row) => row.Line === 'Group').map((row) => [row.Reason, row.Merchant, row.Amount])).toEqual(
      [
        ['Transaction limit', 'TAXI', '450'],
        ['Velocity', 'HOTEL NORD', '200']
      ]
    );
    const answers = await fileOf(withRight, 'authorizations');
    const approved = answers.filter((row) => row.Answer === 'Approved').reduce((of, row) => of + Number(row.Amount), 0);
    expect(approved).toBe(Number(sum?.approved));
    expect(answers).toHaveLength(4);
  });

  test('say of each control of a card its limit, and how often it declined', async () => {
    await askFour();
    const rows = await fileOf(withRight, 'card-controls');
    expect(rows.map((row) => [row.Control, row.Period, row.Amount, row['Declined authorizations']]).sort()).toEqual([
      ['Transaction limit', '', '400', '1'],
      ['Velocity', 'in all', '500', '2'],
      ['Velocity', 'per month', '1000', '0']
    ]);
    const [request] = await fileOf(withRight, 'purchase-requests');
    expect(request).toMatchObject({ Status: 'Approved', 'Purchase Limit': '500' });
  });
});
