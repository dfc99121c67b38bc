import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { type Invoice, invoiceLines, invoicesIn, invoicesOf, MOST_INVOICES } from '@/lib/money/purchasing/invoices';
import { PURCHASE_REQUESTS } from '@/lib/money/purchasing/listing';
import { changeRequest, createRequest } from '@/lib/money/purchasing/save-request';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, entryOf, inGroup, type Offered } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { granted } from '../support/results';
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

const LINES = 'INV-1; 2026-11-30; 250.00; PO-7\n\nINV-2\t2026-12-01\t170.5\nCN-3; 2026-12-01; -20.50';
const READ: Invoice[] = [
  { number: 'INV-1', date: '2026-11-30', amount: '250.00', orderNumber: 'PO-7' },
  { number: 'INV-2', date: '2026-12-01', amount: '170.50', orderNumber: null },
  { number: 'CN-3', date: '2026-12-01', amount: '-20.50', orderNumber: null }
];

test('C3.016 the invoices of a request are kept in their order, and change with it', async () => {
  const id = await aRequest(A, offered, { invoices: LINES });
  const kept = () => invoicesOf({ issuerId: company.issuerId, id });
  expect(await kept()).toEqual(READ);
  const again = invoiceLines((await kept()).slice(1));
  const changed = await changeRequest(A, { id, version: 1 }, entryOf(offered, { invoices: again }), ORIGIN);
  expect(changed.ok).toBe(true);
  expect(await kept()).toEqual(READ.slice(1));
});

test('C2.020 C3.016 lists and reports have the invoices of each request, and find it by them', async () => {
  const id = await aRequest(A, offered, { invoices: LINES });
  await aRequest(A, offered);
  const listed = async (query: Record<string, string>) => {
    const rows = [];
    for await (const row of listRows(
      A,
      PURCHASE_REQUESTS,
      readQuery(PURCHASE_REQUESTS, { ...query, columns: 'number,invoices' })
    ))
      rows.push(row);
    return rows.map((row) => [row.id === id, row.invoices]);
  };
  expect((await listed({})).sort()).toEqual([
    [false, null],
    [true, 'INV-1; INV-2; CN-3']
  ]);
  expect(await listed({ invoices: 'cn-3' })).toEqual([[true, 'INV-1; INV-2; CN-3']]);
});

test.each([
  ['two cells', 'INV-1; 2026-11-30', 'purchase.invoice.line'],
  ['five cells', 'INV-1; 2026-11-30; 1; PO; more', 'purchase.invoice.line'],
  ['no day of the calendar', 'INV-1; 2026-02-30; 1', 'purchase.invoice.line'],
  ['an amount of nothing', 'INV-1; 2026-11-30; 0', 'purchase.invoice.line'],
  ['a long number', `${'I'.repeat(51)}; 2026-11-30; 1`, 'purchase.invoice.line'],
  ['a tag', '<b>; 2026-11-30; 1', 'purchase.invoice.line'],
  ['a number twice', 'INV-1; 2026-11-30; 1\nINV-1; 2026-11-30; 2', 'purchase.invoice.twice'],
  ['a card number', '4111 1111 1111 1111; 2026-11-30; 1', 'card.number.refused'],
  ['more than the limit', 'INV-1; 2026-11-30; 500.01', 'purchase.invoice.sum'],
  ['credit notes alone', 'CN-1; 2026-11-30; -1', 'purchase.invoice.sum']
])('C3.016 invoices are refused: %s', async (_, invoices, code) => {
  await inGroup(A, offered);
  const created = await createRequest(A, { templateId: offered.template, ...entryOf(offered, { invoices }) }, ORIGIN);
  expect(created.ok ? [] : created.refusals.map((one) => [one.field, one.code])).toEqual([['invoices', code]]);
  const kept = 'SELECT 1 FROM purchase_requests WHERE company_id = $1';
  expect(await world.current.query(kept, [company.id])).toEqual([]);
});

test('C3.016 a request pays five thousand invoices, and not one more', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `I${at}; 2026-11-30; 0.01`).join('\n');
  expect(invoicesIn(lines(MOST_INVOICES)).invoices).toHaveLength(5_000);
  expect(invoicesIn(lines(MOST_INVOICES + 1)).faults).toEqual([
    { code: 'too.many.field', field: 'invoices', params: { maximum: 5_000 } }
  ]);
  expect(invoicesIn('ok; 2026-11-30; 1\n; ;\nINV').faults).toEqual([
    { code: 'purchase.invoice.line', field: 'invoices', params: { line: 3 } }
  ]);
});

test('C1.028 a supplier that is paid straight through learns which invoices are paid', async () => {
  const emails = 'ledger@supplier.example';
  const paid = await anOffer(C, company, { supplier: { straightThrough: 'true', emails } });
  const id = await aRequest(A, paid, { invoices: LINES });
  granted(await submitRequest(A, { id, version: 1 }, ORIGIN));
  granted(await approveRequest(C, { id, version: 2 }, null, ORIGIN));
  const { 'mail.send': _mail, ...others } = outboxHandlers;
  const later = () => world.current.query(`UPDATE outbox SET available_at = 'infinity' WHERE topic = 'mail.send'`);
  await later();
  while (await workOnce(others)) await later();
  const [mail] = await queuedMails(world.current, emails);
  expect(mail).toMatchObject({
    template: 'supplier_paid',
    lines: [
      { text: 'INV-1 · 2026-11-30 · NOK 250.00 · PO-7', address: null },
      { text: 'INV-2 · 2026-12-01 · NOK 170.50', address: null },
      { text: 'CN-3 · 2026-12-01 · NOK -20.50', address: null }
    ]
  });
});
