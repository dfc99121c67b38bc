import type { Principal } from '@/lib/access/policy/principal';
import { type AuditEntry, appendAudits } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import type { Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { checkExport, exportCheck } from '@/lib/kit/audit/check-export';
import { exportCsv, exportSpreadsheet } from '@/lib/kit/listing/export';
import { readQuery } from '@/lib/kit/listing/query';
import { tamperWithAudit } from '../support/audit';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let I: Principal;
let C: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  [company, other] = [await aCompany(world.current, issuer), await aCompany(world.current, issuer)];
  [I, C] = [await aPrincipalAt(world.current, 'I', issuer), await aPrincipalAt(world.current, 'C', company)];
  const about = ({ id }: StructureNode, name: string): AuditEntry => ({
    issuerId: issuer.id,
    action: 'structure.changed',
    entity: 'company',
    entityId: id,
    details: { 'before.name1': 'Harbour', 'after.name1': name }
  });
  const entries = ['=1+1', 'Ærø, "Quay"', 'two\nlines', 'Pier'].map((name) => about(company, name));
  await transaction((tx) => appendAudits(tx, ORIGIN, [...entries, about(other, 'Other')]));
});

async function exported(by: Principal, query: Record<string, string> = {}, locale: Locale = 'en_US'): Promise<string> {
  const listing = auditListing({ issuer: issuer.id });
  const csv = await exportCsv(by, listing, readQuery(listing, query), translator(locale), ORIGIN);
  return (await bytesOf(csv)).toString('utf8');
}
const tryCheck = (by: Principal, text: string | Uint8Array, locale: Locale = 'en_US') =>
  checkExport(by, issuer.id, { name: 'audit.csv', bytes: Buffer.from(text) }, locale, ORIGIN);
async function checked(by: Principal, text: string, locale?: Locale) {
  const check = await exportCheck(by, granted(await tryCheck(by, text, locale)));
  if (!check) throw new Error('no result');
  return check;
}
/** With the lines of a file, which has no line break in a cell. */
const edited = (csv: string, change: (lines: string[]) => string[]) => change(csv.split('\r\n')).join('\r\n');
const onlyNames = { recordId: '', columns: 'action,record' };

test('C2.086 an audit file has the number and the hash of each entry, shown or not, and is found unchanged', async () => {
  const csv = await exported(I, { columns: 'at,details,actor' });
  expect(csv.split('\r\n')[0]).toBe('\ufeffEntry number,Date and time,User,Details,Hash (SHA-256)');
  const hashes = await world.current.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM audit_entries WHERE issuer_id = $1 AND action = 'structure.changed'",
    [issuer.id]
  );
  for (const { hash } of hashes) expect(csv).toContain(hash);
  expect(await checked(I, csv)).toMatchObject({
    changedCount: 0,
    unknownCount: 0,
    missing: 0,
    rows: 5,
    first: '1',
    last: '5'
  });
  // As a spreadsheet has them, too.
  const listing = auditListing({ issuer: issuer.id });
  const query = readQuery(listing, { columns: 'at' });
  const sheet = await bytesOf(await exportSpreadsheet(I, listing, query, translator('en_US'), ORIGIN));
  expect(sheet.length).toBeGreaterThan(1_000);
});

test('C2.086 a file in any language is compared, whatever the reader’s', async () => {
  for (const locale of ['de', 'ja', 'fr_CA'] as const)
    expect(await checked(I, await exported(I, {}, locale), 'en_US')).toMatchObject({
      changedCount: 0,
      unknownCount: 0
    });
});

test('C2.086 each cell that was changed is told with its row, and each row that is no entry', async () => {
  const csv = await exported(I, onlyNames);
  const [first] = /\r\n\d+/.exec(csv) as unknown as [string];
  const file = edited(csv, ([head = '', one = '', two = '', ...rest]) => [
    head,
    one.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
    two.replace(company.name, 'Another'),
    ...rest.slice(0, -1),
    rest.at(-2)?.replace(/^\d+/, '900') ?? '',
    rest.at(-2)?.replace(/^\d+/, 'none') ?? '',
    ''
  ]);
  const check = await checked(I, file);
  expect(check.changed.map(({ row, headings }) => [row, headings])).toEqual([
    [2, ['Hash (SHA-256)']],
    [3, ['Record']]
  ]);
  expect(check.changed[0]?.entry).toBe(first.trim());
  expect(check.unknown).toEqual([
    { row: 7, entry: '900' },
    { row: 8, entry: 'none' }
  ]);
  expect(check).toMatchObject({ rows: 7, changedCount: 2, unknownCount: 2, missing: 0 });
});

test('C2.086 a row that was taken out is told by its number of entries', async () => {
  const csv = await exported(I, onlyNames);
  const file = edited(csv, (lines) => lines.filter((_, at) => at !== 2));
  expect(await checked(I, file)).toMatchObject({ rows: 4, missing: 1, changedCount: 0, first: '1', last: '5' });
});

test('C2.086 an entry that was changed in the database differs from the file that was exported before', async () => {
  const csv = await exported(I, onlyNames);
  await tamperWithAudit(
    world.current,
    `UPDATE audit_entries SET action = 'structure.closed' WHERE issuer_id = $1 AND sequence = 3`,
    [issuer.id]
  );
  expect((await checked(I, csv)).changed).toEqual([{ row: expect.any(Number), entry: '3', headings: ['Action'] }]);
});

test('C2.086 C6.012 entries outside of the reader’s part are none to them, and the result is the reader’s own', async () => {
  const csv = await exported(I, onlyNames);
  expect(await checked(C, csv)).toMatchObject({ rows: 5, unknownCount: 1, changedCount: 0, first: '1', last: '4' });
  const id = granted(await tryCheck(I, csv));
  expect(await exportCheck(C, id)).toBeNull();
  expect(await exportCheck(I, id)).toMatchObject({ name: 'audit.csv', rows: 5 });
  const A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  expect(refusedFor(await tryCheck(A, csv))).toBe('not.found');
});

test('C2.086 a file that was not exported here is refused, and what was checked is audited', async () => {
  const refusal = async (text: string | Uint8Array) => refusedFor(await tryCheck(I, text));
  const csv = await exported(I, onlyNames);
  expect(await refusal('a,b\r\n1,2\r\n')).toBe('audit.check.foreign');
  expect(await refusal(csv.replace('Hash (SHA-256)', 'Hash'))).toBe('audit.check.foreign');
  expect(await refusal(edited(csv, ([head = '']) => [head, '']))).toBe('file.empty');
  expect(await refusal(csv.slice(0, -80))).toBe('csv.unparsable');
  expect(await refusal(Uint8Array.of(0xff, 0xfe, 0x41))).toBe('csv.unparsable');
  await checked(I, csv);
  const entries = await world.current.query(
    "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'audit.export_checked'",
    [issuer.id]
  );
  expect(entries).toEqual([{ details: { rows: 5, changed: 0, unknown: 0, missing: 0 } }]);
});
