import type { Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { exists } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { LABEL_CHARACTERS, MAX_DEPTH } from './kinds';
import { todayAt } from './reads/today';

interface Target {
  issuerId: string;
  uploadId: string;
  /** The top of the subtree that the upload may change. */
  nodeId: string;
}

const rowsOf = ({ issuerId, uploadId }: Target) =>
  Prisma.sql`structure_upload_rows r WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${uploadId}::uuid`;
const IS_NEW = Prisma.sql`'create' = ANY (r.actions)`;
const IS_MOVED = Prisma.sql`'move' = ANY (r.actions)`;

/** Whether anything has changed since the check. The structure is locked. */
export async function isStale(tx: Transaction, target: Target): Promise<boolean> {
  const { issuerId, nodeId } = target;
  const part = Prisma.sql`(SELECT path FROM nodes WHERE issuer_id = ${issuerId}::uuid AND id = ${nodeId}::uuid)`;
  const isElsewhere = (alias: string) => {
    const path = sqlName(`${alias}.path`);
    return Prisma.sql`(${path} < ${part} OR ${path} >= ${part} || 'g')`;
  };
  return exists(tx)`
    (SELECT 1 FROM structure_upload_rows r LEFT JOIN nodes n ON n.issuer_id = r.issuer_id AND n.id = r.node_id
     WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND NOT ${IS_NEW}
       AND (n.version IS DISTINCT FROM r.node_version OR ${isElsewhere('n')}) LIMIT 1)
    UNION ALL
    (SELECT 1 FROM structure_upload_rows r LEFT JOIN nodes p ON p.issuer_id = r.issuer_id AND p.id = r.parent_id
     WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND (${IS_NEW} OR ${IS_MOVED} OR r.actions && '{reopen}')
       AND r.parent_version IS NOT NULL AND (p.version IS DISTINCT FROM r.parent_version OR ${isElsewhere('p')}) LIMIT 1)
    UNION ALL
    (SELECT 1 FROM structure_upload_rows r JOIN nodes c ON c.issuer_id = r.issuer_id AND c.parent_id = r.node_id AND c.status = 'active'
     WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND 'close' = ANY (r.actions) AND r.kind <> 'account'
       AND NOT EXISTS (SELECT 1 FROM structure_upload_rows b WHERE b.issuer_id = r.issuer_id AND b.upload_id = r.upload_id
         AND b.node_id = c.id AND b.actions && '{close,move}') LIMIT 1)`;
}

/**
 * Computes the future paths of all new or moved nodes in the temporary table `places`: for each parent, the labels up
 * to the issuer. False if a path is circular or too long.
 */
export async function placeRows(tx: Transaction, target: Target): Promise<boolean> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE places ON COMMIT DROP AS
    WITH RECURSIVE plan AS MATERIALIZED (SELECT r.node_id, r.parent_id, r.label FROM ${rowsOf(target)} AND (${IS_NEW} OR ${IS_MOVED})),
    up AS (
      SELECT DISTINCT parent_id AS start, parent_id AS at, ''::text COLLATE "C" AS path, 0 AS depth FROM plan
      UNION ALL
      SELECT up.start, CASE WHEN p.node_id IS NULL THEN n.parent_id ELSE p.parent_id END,
        coalesce(p.label, right(n.path, ${LABEL_CHARACTERS}::int)) || up.path, up.depth + 1
      FROM up LEFT JOIN plan p ON p.node_id = up.at LEFT JOIN nodes n ON n.issuer_id = ${target.issuerId}::uuid AND n.id = up.at
      WHERE up.at IS NOT NULL AND up.depth <= ${MAX_DEPTH}
    )
    SELECT start AS id, path FROM up WHERE at IS NULL AND path IS NOT NULL`;
  await tx.$executeRaw`ANALYZE places`;
  return !(await exists(tx)`
    SELECT 1 FROM ${rowsOf(target)} AND (${IS_NEW} OR ${IS_MOVED})
      AND NOT EXISTS (SELECT 1 FROM places p WHERE p.id = r.parent_id) LIMIT 1`);
}

/** Writes the rows. Paths are written first: a new path ends with the node's own label, so it can't collide. */
export async function writeRows(tx: Transaction, target: Target): Promise<void> {
  await moveSubtrees(tx, target);
  await insertNodes(tx, target);
  await changeNodes(tx, target);
}

/** Moves each subtree with its nearest moved ancestor. */
async function moveSubtrees(tx: Transaction, target: Target): Promise<void> {
  await tx.$executeRaw`
    WITH moved AS MATERIALIZED (
      SELECT n.path AS before, p.path || right(n.path, ${LABEL_CHARACTERS}::int) AS after
      FROM structure_upload_rows r JOIN nodes n ON n.issuer_id = r.issuer_id AND n.id = r.node_id JOIN places p ON p.id = r.parent_id
      WHERE r.issuer_id = ${target.issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND ${IS_MOVED}
    ), hit AS (
      SELECT DISTINCT ON (d.id) d.id, m.after || substr(d.path, length(m.before) + 1) AS path
      FROM moved m JOIN nodes d ON d.issuer_id = ${target.issuerId}::uuid AND d.path >= m.before AND d.path < m.before || 'g'
      ORDER BY d.id, length(m.before) DESC
    )
    UPDATE nodes n SET path = hit.path FROM hit WHERE n.issuer_id = ${target.issuerId}::uuid AND n.id = hit.id`;
}

async function insertNodes(tx: Transaction, target: Target): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO nodes (issuer_id, id, kind, parent_id, parent_kind, company_id, path, number, name_1, name_2, level, created_at, updated_at)
    SELECT r.issuer_id, r.node_id, r.kind, r.parent_id, r.parent_kind, r.company_id, p.path || r.label, r.number, r.name_1, r.name_2,
      r.level, ${now()}, ${now()}
    FROM structure_upload_rows r JOIN places p ON p.id = r.parent_id
    WHERE r.issuer_id = ${target.issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND ${IS_NEW}`;
  await tx.$executeRaw`
    INSERT INTO companies (issuer_id, id, currency, fiscal_start)
    SELECT r.issuer_id, r.node_id, r.currency, r.fiscal_start FROM ${rowsOf(target)} AND ${IS_NEW} AND r.kind = 'company'`;
  await tx.$executeRaw`
    INSERT INTO accounts (issuer_id, id, card_number_encrypted, card_number_key_id, card_number_hash, last_four, bank_number, ica,
      status_code, card_type, currency, credit_limit, transaction_limit, opened_on)
    SELECT r.issuer_id, r.node_id, c.card_number_encrypted, c.card_number_key_id, c.card_number_hash, r.last_four, r.bank_number, r.ica,
      r.status_code, r.card_type, r.currency, r.credit_limit, r.transaction_limit, r.opened_on
    FROM structure_upload_rows r
      JOIN structure_upload_cards c ON (c.issuer_id, c.upload_id, c.node_id) = (r.issuer_id, r.upload_id, r.node_id)
    WHERE r.issuer_id = ${target.issuerId}::uuid AND r.upload_id = ${target.uploadId}::uuid AND ${IS_NEW} AND r.kind = 'account'`;
}

async function changeNodes(tx: Transaction, target: Target): Promise<void> {
  const today = await todayAt(target.issuerId, tx);
  await tx.$executeRaw`
    UPDATE nodes n SET parent_id = r.parent_id, parent_kind = r.parent_kind, number = r.number, name_1 = r.name_1, name_2 = r.name_2,
      level = r.level, status = r.status, version = n.version + 1, updated_at = ${now()}
    FROM ${rowsOf(target)} AND NOT ${IS_NEW} AND n.issuer_id = r.issuer_id AND n.id = r.node_id`;
  await tx.$executeRaw`
    UPDATE companies c SET currency = r.currency, fiscal_start = r.fiscal_start
    FROM ${rowsOf(target)} AND NOT ${IS_NEW} AND r.kind = 'company' AND c.issuer_id = r.issuer_id AND c.id = r.node_id`;
  await tx.$executeRaw`
    UPDATE accounts a SET currency = r.currency, bank_number = r.bank_number, ica = r.ica, card_type = r.card_type,
      status_code = r.status_code, credit_limit = r.credit_limit, transaction_limit = r.transaction_limit,
      replaced_by_id = CASE WHEN r.state = 'replaced' THEN a.replaced_by_id END, state = r.state,
      closed_on = CASE WHEN r.state IN ('active', 'suspended') THEN NULL
        ELSE coalesce(a.closed_on, greatest(a.opened_on, ${today}::date)) END
    FROM ${rowsOf(target)} AND NOT ${IS_NEW} AND r.kind = 'account' AND a.issuer_id = r.issuer_id AND a.id = r.node_id`;
}
