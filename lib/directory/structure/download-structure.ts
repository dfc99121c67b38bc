import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { sqlCount } from '../../core/database/names';
import { readRows } from '../../core/database/rows';
import { type SheetValue, writeSpreadsheet } from '../../core/files/spreadsheet-writer';
import { accountNumber, openNumbers } from './account-number';
import { type StructureNode, seenNode } from './nodes';
import { UPLOAD_COLUMNS, UPLOAD_FIELDS } from './upload-columns';

const CHUNK = 5_000;
const COLUMNS = UPLOAD_FIELDS.map((field) => UPLOAD_COLUMNS[field]);

/** An empty file with the columns of an upload. */
export const uploadTemplate = () => writeSpreadsheet('Structure', COLUMNS, []);

/**
 * The structure at and below a node as a streamed spreadsheet that can be changed and uploaded again, parents first.
 * Null if the principal doesn't see the node or may not download.
 */
export async function downloadStructure(
  principal: Principal,
  nodeId: string,
  origin: Origin
): Promise<ReadableStream<Uint8Array> | null> {
  if (!may(principal, 'structure_upload', 'view') || eyesFault(principal, 'exports')) return null;
  const top = await seenNode(principal, nodeId);
  if (!top) return null;
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: top.issuerId,
      action: 'structure.downloaded',
      entity: top.kind,
      entityId: top.id
    })
  );
  return writeSpreadsheet('Structure', COLUMNS, rows(principal, top));
}

async function* rows(principal: Principal, top: StructureNode): AsyncGenerator<SheetValue[]> {
  let after = '';
  for (;;) {
    const chunk = await readChunk(principal, top, after);
    for (const row of chunk) yield UPLOAD_FIELDS.map((field) => row[field] ?? null);
    const last = chunk.at(-1);
    if (!last || chunk.length < CHUNK) return;
    after = last.path;
  }
}

const nodeRow = z
  .record(z.enum(UPLOAD_FIELDS), z.union([z.string(), z.number()]).nullable())
  .and(z.looseObject({ path: z.string(), cardNumber: z.string().nullable() }));
type Row = z.infer<typeof nodeRow>;

async function readChunk({ scope }: Principal, { issuerId, path }: StructureNode, after: string): Promise<Row[]> {
  const nodeRows = await readRows(database(), nodeRow)`
    SELECT n.path, n.id AS reference, n.kind::text AS kind, CASE WHEN n.kind NOT IN ('company_group', 'company') THEN own.number END AS company,
      CASE WHEN p.kind IN ('company_group', 'account_group', 'org_point') AND ${within(scope, nodeColumns('p'))} THEN p.kind::text END AS "parentKind",
      CASE WHEN p.kind IN ('company_group', 'account_group', 'org_point') AND ${within(scope, nodeColumns('p'))} THEN p.number END AS parent,
      n.number, n.name_1 AS "name1", n.name_2 AS "name2", n.level::int AS level, coalesce(a.state::text, n.status::text) AS status,
      coalesce(c.currency, a.currency)::text AS currency, c.fiscal_start::int AS "fiscalStart", ${accountNumber('a', 'n')} AS "cardNumber",
      a.bank_number AS "bankNumber", a.ica, a.card_type AS "cardType", a.status_code AS "statusCode",
      trim_scale(a.credit_limit)::text AS "creditLimit", trim_scale(a.transaction_limit)::text AS "transactionLimit",
      a.opened_on::text AS "openedOn"
    FROM nodes n
      LEFT JOIN nodes p ON p.issuer_id = n.issuer_id AND p.id = n.parent_id
      LEFT JOIN nodes own ON own.issuer_id = n.issuer_id AND own.id = n.company_id
      LEFT JOIN companies c ON n.kind = 'company' AND c.issuer_id = n.issuer_id AND c.id = n.id
      LEFT JOIN accounts a ON n.kind = 'account' AND a.issuer_id = n.issuer_id AND a.id = n.id
    WHERE n.issuer_id = ${issuerId}::uuid AND n.path >= ${path} AND n.path < ${`${path}g`} AND n.path > ${after}
      AND n.kind <> 'issuer' AND ${within(scope, nodeColumns('n'))}
    ORDER BY n.path LIMIT ${sqlCount(CHUNK)}`;
  return nodeRows.map((row) => ({ ...row, cardNumber: openNumbers(row.cardNumber) }));
}
