import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import type { Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import type { BulkReport } from '@/lib/kit/bulk/bulk-report';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { copied } from '@/lib/money/purchasing/copied';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf, decisionsOf, linesOf } from '@/lib/money/purchasing/details';
import { type PurchaseRequest, seenRequest } from '@/lib/money/purchasing/requests';
import { type Offer, offerOf } from '@/lib/money/purchasing/terms';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, inGroup, type Offered } from '../support/purchasing';
import { codeOf, granted } from '../support/results';
import { aRecord, recordsOf, tryChange, tryDelete } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let company: StructureNode;
let A: Principal;
let C: Principal;
let offered: Offered;

beforeAll(aBrand);
beforeEach(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  C = await aPrincipalAt(world.current, 'C', company);
  offered = await anOffer(C, company);
});

async function aPending(by = A, from = offered): Promise<string> {
  const id = await aRequest(by, from);
  granted(await submitRequest(by, { id, version: 1 }, ORIGIN));
  return id;
}
const ask = (by: Principal, list: string, action: string, ids: string[], parameters?: unknown) =>
  askBulk(LISTS, by, { list, parameters: {}, query: '' }, { action, extent: { ids }, parameters }, ORIGIN);
const done = async (...asked: Parameters<typeof ask>): Promise<BulkReport> =>
  granted(await ask(...asked)) as BulkReport;
const stateOf = async (id: string) => (await seenRequest(A, id))?.state;
const reasons = ({ groups }: BulkReport) => groups.map(({ code, rows }) => [code, rows.map(({ id }) => id)]);

test('C3.018 C4.010 C4.012 many are approved at once, each with its card; what can’t be stays, and its reason names the control', async () => {
  const [one, two] = [await aPending(), await aPending()];
  const lacking = await anOffer(C, company, { template: { amountRange: 'true', amountMin: '1', amountMax: '800' } });
  const broken = await aPending(A, lacking);
  const off = { amountRange: 'false', amountMin: null, amountMax: null };
  expect(await tryChange(C, 'purchase-template', company.issuerId, lacking.template, off)).toEqual([]);
  const report = await done(C, 'purchase-approvals', 'approve', [one, two, broken]);
  expect(report).toMatchObject({ done: 2, refused: 1 });
  expect(reasons(report)).toEqual([['purchase.control.disabled', [broken]]]);
  const [group] = report.groups;
  const said = (locale: Locale) => group && translator(locale)(group.code, group.params);
  expect(said('en_US')).toContain('the control Amount range is disabled');
  expect(said('de')).toContain('Die Kontrolle Betragsbereich ist');
  for (const id of [one, two]) {
    expect(await stateOf(id)).toBe('approved');
    expect((await cardOf({ issuerId: company.issuerId, id }))?.state).toBe('active');
  }
  expect(await stateOf(broken)).toBe('pending');
});

test('C4.040 C6.030 many are declined with one reason, and nobody’s own', async () => {
  const ids = [await aPending(), await aPending()];
  const own = await aPending(C);
  expect(codeOf(await ask(C, 'purchase-approvals', 'decline', ids, { reason: ' ' }))).not.toBeNull();
  expect(await stateOf(ids[0] as string)).toBe('pending');
  // One's own isn't among those that wait for oneself.
  const report = await done(C, 'purchase-approvals', 'decline', [...ids, own], { reason: 'No budget' });
  expect(report).toMatchObject({ done: 2, refused: 0 });
  for (const id of ids) {
    expect(await stateOf(id)).toBe('declined');
    expect((await decisionsOf({ issuerId: company.issuerId, id }))[0]).toMatchObject({ comment: 'No budget' });
  }
  expect((await seenRequest(C, own))?.state).toBe('pending');
  expect(codeOf(await ask(A, 'purchase-approvals', 'decline', ids, { reason: 'Mine' }))).toBe('forbidden.action');
});

test('C4.011 C5.150 many of one’s own are cancelled; those of others, with a card or paid straight through stay', async () => {
  const [open, carded] = [await aPending(), await aPending()];
  granted(await approveRequest(C, { id: carded }, null, ORIGIN));
  const straight = await aPending(A, await anOffer(C, company, { supplier: { straightThrough: 'true' } }));
  const foreign = await aPending(C);
  const report = await done(A, 'purchase-requests', 'cancel', [open, carded, straight, foreign]);
  expect(report).toMatchObject({ done: 1, refused: 2 });
  expect(reasons(report).sort()).toEqual([
    ['purchase.bulk.card', [carded]],
    ['purchase.cancel.straight.through', [straight]]
  ]);
  expect([await stateOf(open), await stateOf(carded), await stateOf(straight)]).toEqual([
    'cancelled',
    'approved',
    'pending'
  ]);
  // An administrator sees them all, but they are not the administrator's own.
  const others = await done(C, 'purchase-requests', 'cancel', [carded, straight]);
  expect(reasons(others)[0]?.[0]).toBe('forbidden.action');
});

test('C4.010 two bulk decisions at once decide each request once', async () => {
  const ids = [await aPending(), await aPending(), await aPending()];
  const other = await aPrincipalAt(world.current, 'C', company);
  const both = await Promise.all([
    done(C, 'purchase-approvals', 'approve', ids),
    done(other, 'purchase-approvals', 'decline', [...ids].reverse(), { reason: 'No' })
  ]);
  expect(both[0].done + both[1].done).toBe(3);
  for (const id of ids) expect(await decisionsOf({ issuerId: company.issuerId, id })).toHaveLength(1);
});

describe('a copy', () => {
  const offerNow = async () => {
    const at = { issuerId: company.issuerId, companyId: company.id, groupId: await inGroup(A, offered) };
    return (await offerOf(at, offered.template)) as Offer;
  };
  const copyOf = async (id: string, by = A) => {
    const request = (await seenRequest(by, id)) as PurchaseRequest;
    return copied(request, await linesOf(request), await offerNow(), by);
  };

  test('C3.016 begins with supplier, lines, limit and fields of its request, and never with its day', async () => {
    const id = await aRequest(A, offered, { neededBy: '2027-01-31', note: 'For the fair' });
    const { request, lines, left } = await copyOf(id);
    expect(left).toEqual([]);
    expect(request).toMatchObject({ neededBy: null, note: 'For the fair', purchaseLimit: '500.00' });
    expect(request.terms.supplier.id).toBe(offered.supplier);
    expect(lines).toMatchObject([{ description: 'Two nights', unitCost: '180' }]);
  });

  test('C3.016 C4.045 names what is no longer offered, and leaves it out', async () => {
    const values = { name: 'Project', label: 'Project', extends: 'purchase_request', type: 'date', dateFormat: 'ymd' };
    const field = await aRecord(C, 'custom-field', recordsOf(company), values);
    offered = await anOffer(C, company, { template: { customFields: [field], listItems: ['Two nights'] } });
    const id = await aRequest(A, offered, { custom: { [field]: '2027-01-31' } });
    await tryDelete(C, 'supplier', company.issuerId, offered.supplier);
    const changed = { customFields: [], listItems: ['One night'] };
    expect(await tryChange(C, 'purchase-template', company.issuerId, offered.template, changed)).toEqual([]);
    const { request, lines, left } = await copyOf(id);
    expect(left).toEqual(['supplier', 'line', { field: 'Project' }]);
    expect([request.terms.supplier.id, request.custom, lines]).toEqual(['', {}, []]);
  });
});
