import { z } from 'zod';
import { appendAudit } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { atIssuer } from '../../../directory/structure/reads/joins';
import { atRepayment } from '../../expenses/repayments/at-repayment';
import { holdRepayments, moveRepayments } from '../../expenses/repayments/move-repayments';
import { REPAYMENT } from '../../expenses/repayments/states';
import { RAILS_ORIGIN } from '../collect-due';
import { lockRails } from '../lock-rails';
import { tellSettled } from './tell-repaid';

const fileRow = z.strictObject({ issuerId: z.string(), id: z.string(), name: z.string() });
type DueFile = z.infer<typeof fileRow>;

/** The repayments of entries `e` that stand and are with the bank. */
const OPEN_ENTRIES = Prisma.sql`repayment_entries e
  ${atRepayment(Prisma.sql`e.issuer_id`, Prisma.sql`e.repayment_id`)} AND e.return_code IS NULL AND p.state = 'in_file'`;

/**
 * Settles one file of repayments whose day is over where its issuer is: what the bank hasn't returned until then. A file
 * that nobody has fetched for the bank isn't. False if there is none.
 */
export async function settleRepayments(): Promise<boolean> {
  const [file] = await readRows(database(), fileRow)`
    SELECT f.issuer_id AS "issuerId", f.id, f.message_id AS name FROM payment_files f ${atIssuer('f')}
    WHERE f.kind = 'repayments' AND f.fetched_at IS NOT NULL
      AND greatest(f.collect_on, (f.fetched_at AT TIME ZONE i.time_zone)::date) < (${now()}::timestamptz AT TIME ZONE i.time_zone)::date
      AND EXISTS (SELECT 1 FROM ${OPEN_ENTRIES} WHERE (e.issuer_id, e.file_id) = (f.issuer_id, f.id))
    ORDER BY f.written_at LIMIT 1`;
  if (!file) return false;
  await transaction((tx) => settle(tx, file), 60_000);
  return true;
}

async function settle(tx: Transaction, { issuerId, id, name }: DueFile): Promise<void> {
  await lockRails(tx, issuerId);
  const open = await readRows(tx, idRow)`
    SELECT p.id FROM ${OPEN_ENTRIES} WHERE e.issuer_id = ${issuerId}::uuid AND e.file_id = ${id}::uuid
    ORDER BY p.id FOR UPDATE OF p`;
  if (open.length === 0) return;
  const ids = open.map((one) => one.id);
  const settled = await holdRepayments(tx, issuerId, ids);
  await moveRepayments(tx, issuerId, 'settle', ids);
  await tellSettled(tx, issuerId, settled);
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: REPAYMENT.events.settle.audit,
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: { file: name, repayments: open.length }
  });
}
