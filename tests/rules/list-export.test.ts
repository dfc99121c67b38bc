import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/principal';
import { readSpreadsheet } from '@/lib/core/spreadsheet-reader';
import { exportCsv, exportSpreadsheet, neutral } from '@/lib/listing/export';
import { listRows } from '@/lib/listing/page';
import { readQuery } from '@/lib/listing/query';
import { TRANSACTIONS } from '@/lib/transactions/listing';
import { aPile } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

const query = readQuery(TRANSACTIONS, {
  columns: 'merchantName,postingDate,billedAmount,state,expensed,exportedAt,sourceReference'
});
const t = (key: string) => (key === 'transaction.state.open' ? 'Open, "new"' : key);

async function csvRows(): Promise<string[][]> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await exportCsv(C, TRANSACTIONS, query, t, ORIGIN)) ?? []) chunks.push(chunk);
  return parse(Buffer.concat(chunks), { bom: true });
}

test('texts come out of a CSV as they are, marked where they begin like a formula; numbers, days and words as programs read them', async () => {
  const texts = fc
    .array(fc.constantFrom('"', ',', "'", '=', '-', '@', '+', '\t', '\n', '\r', ';', 'a', 'é', '標', '𠮷', '\\', '%'), {
      minLength: 1,
      maxLength: 10
    })
    .map((characters) => characters.join(''));
  const merchants = fc.sample(texts, 150);
  const expected = new Map<string, string>();
  for (const merchant of merchants) {
    const { id } = await aTransaction(world.current, account, { merchant, amount: '-1.50', type: 'credit' });
    expected.set(id, merchant);
  }
  const [headings, ...rows] = await csvRows();
  expect(headings).toContain('transaction.billed.amount (currency)');
  expect(rows).toHaveLength(merchants.length);
  for (const [name, day, amount, currency, state, expensed, exportedAt, reference = ''] of rows)
    expect([name, day, amount, currency, state, expensed, exportedAt]).toEqual([
      neutral(expected.get(reference) as string),
      '2026-03-15',
      '-1.5',
      'EUR',
      'Open, "new"',
      'false',
      ''
    ]);
  const sheet: string[][] = [];
  for await (const { cells } of readSpreadsheet(
    await bytesOf(await exportSpreadsheet(C, TRANSACTIONS, query, t, ORIGIN))
  ))
    sheet.push(cells.map(String));
  expect(sheet).toHaveLength(merchants.length + 1);
  for (const [, day, amount, currency, state] of sheet.slice(1))
    expect([day, amount, currency, state]).toEqual(['2026-03-15', '-1.5', 'EUR', 'Open, "new"']);
});

test('an export of many rows has each of them once, in the list’s order', async () => {
  await aPile(world.current, account, 41_000);
  const rows = await csvRows();
  const listed: string[] = [];
  for await (const { sourceReference } of listRows(C, TRANSACTIONS, query)) listed.push(String(sourceReference));
  expect(listed).toHaveLength(41_000);
  expect(rows.slice(1).map((row) => row.at(-1))).toEqual(listed);
}, 60_000);

async function bytesOf(stream: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
