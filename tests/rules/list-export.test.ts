import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { connections } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { Busy } from '@/lib/core/entry/refusal';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { busyOf } from '@/lib/core/server/busy';
import { exportCsv, exportSpreadsheet } from '@/lib/kit/listing/export';
import type { Listing } from '@/lib/kit/listing/listing';
import { listPage, listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { neutral } from '@/lib/kit/listing/table-file';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { bytesOf } from '../support/bytes';
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

async function csvRows(asked = query): Promise<string[][]> {
  return parse(await bytesOf(await exportCsv(C, TRANSACTIONS, asked, t, ORIGIN)), { bom: true });
}

test('texts come out of a CSV as they are, marked where they begin like a formula; numbers, days and words as programs read them', async () => {
  const texts = fc
    .array(
      fc.constantFrom(
        '"',
        ',',
        "'",
        '=',
        '-',
        '@',
        '+',
        '＝',
        '＠',
        '\t',
        '\n',
        '\r',
        ';',
        'a',
        'é',
        '標',
        '𠮷',
        '\\',
        '%'
      ),
      {
        minLength: 1,
        maxLength: 10
      }
    )
    .map((characters) => characters.join(''));
  const merchants = fc.sample(texts, 150);
  const expected = new Map<string, string>();
  for (const merchant of merchants) {
    const { id } = await aTransaction(world.current, account, { merchant, amount: '-1.50', type: 'credit' });
    expected.set(id, merchant);
  }
  expect(['=', '＋1', '\n@a', 'a=', "'="].map(neutral)).toEqual(["'=", "'＋1", "'\n@a", 'a=', "'="]);
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

test('an export finds what its list finds, whatever is looked for', async () => {
  const merchants = ["O'Brien", 'a\\b', "\\'; DROP TABLE brands; --", '"q"', '$1', '{a,b}', '100%', 'É—標𠮷', 'x'];
  for (const merchant of merchants) await aTransaction(world.current, account, { merchant });
  for (const merchantName of [...merchants, "'", '\\', "\\'", '%', '_', '$', '\u0000', "E'"]) {
    const asked = readQuery(TRANSACTIONS, { merchantName, columns: 'merchantName' });
    const listed: string[] = [];
    for await (const row of listRows(C, TRANSACTIONS, asked)) listed.push(neutral(String(row.merchantName)));
    expect((await csvRows(asked)).slice(1).flat()).toEqual(listed);
  }
});

test('rows end with CR and LF, line breaks within a text are left as they are (RFC 4180)', async () => {
  for (const merchant of ['two\nlines', 'a "quoted\nword"', 'plain'])
    await aTransaction(world.current, account, { merchant });
  const asked = readQuery(TRANSACTIONS, { columns: 'merchantName' });
  const file = await new Response(await exportCsv(C, TRANSACTIONS, asked, t, ORIGIN)).text();
  const [headings, ...rows] = file.split('\r\n');
  expect(headings).toBe('transaction.merchant');
  expect(rows.sort()).toEqual(['', '"a ""quoted\nword"""', '"two\nlines"', 'plain']);
});

test('exports that nobody reads take nothing from others: more of them are refused, and those given up make room', async () => {
  await aTransaction(world.current, account);
  const long: Listing = {
    ...TRANSACTIONS,
    from: (principal) => Prisma.sql`${TRANSACTIONS.from(principal)} CROSS JOIN generate_series(1, 300000)`
  };
  const { streams } = connections();
  const most = Number(streams.options.max);
  const patience = streams.options.connectionTimeoutMillis;
  const begun = await Promise.allSettled(Array.from({ length: most }, () => exportCsv(C, long, query, t, ORIGIN)));
  const unread = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    expect(unread).toHaveLength(most);
    expect(streams.totalCount - streams.idleCount).toBe(most);
    streams.options.connectionTimeoutMillis = 500;
    await expect(exportCsv(C, long, query, t, ORIGIN).catch(busyOf)).resolves.toBeInstanceOf(Busy);
    // Only what went out is audited.
    const audited = await world.current.query(
      "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'list.exported'",
      [account.issuerId]
    );
    expect(audited).toHaveLength(most);
    expect((await listPage(C, TRANSACTIONS, query)).rows).toHaveLength(1);
  } finally {
    streams.options.connectionTimeoutMillis = patience;
    // No database of the server can be dropped while one waits to be read.
    await Promise.all(unread.map((file) => file?.cancel()));
  }
  expect(await csvRows()).toHaveLength(2);
  while (streams.totalCount > streams.idleCount) await pause(20);
}, 60_000);

test('an export of many rows has each of them once, in the list’s order', async () => {
  await aPile(world.current, account, 11_000);
  const rows = await csvRows();
  const listed: string[] = [];
  for await (const { sourceReference } of listRows(C, TRANSACTIONS, query)) listed.push(String(sourceReference));
  expect(listed).toHaveLength(11_000);
  expect(rows.slice(1).map((row) => row.at(-1))).toEqual(listed);
}, 60_000);
