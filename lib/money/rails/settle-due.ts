import { z } from 'zod';
import { appendAudit } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { atIssuer } from '../../directory/structure/reads/joins';
import { holdPayments, movePayments } from '../payments/move-payments';
import { atPayment } from '../payments/reads/joins';
import { PAYMENT } from '../payments/states';
import { RAILS_ORIGIN } from './collect-due';
import { lockRails } from './lock-rails';

const fileRow = z.strictObject({ issuerId: z.string(), id: z.string(), name: z.string() });
type DueFile = z.infer<typeof fileRow>;

/**
 * Settles one file whose day is over where its issuer is: what the bank hasn't returned until then is paid. A file that
 * nobody has fetched for the bank isn't. False if there is none.
 */
export async function settleDue(): Promise<boolean> {
  const [file] = await readRows(database(), fileRow)`
    SELECT f.issuer_id AS "issuerId", f.id, f.message_id AS name FROM payment_files f ${atIssuer('f')}
    WHERE greatest(f.collect_on, (f.fetched_at AT TIME ZONE i.time_zone)::date) < (${now()}::timestamptz AT TIME ZONE i.time_zone)::date
      AND f.fetched_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM payment_entries e ${atPayment('e.payment_id')}
        WHERE (e.issuer_id, e.file_id) = (f.issuer_id, f.id) AND p.wallet_account_id IS NOT NULL)
    ORDER BY f.written_at LIMIT 1`;
  if (!file) return false;
  await transaction((tx) => settle(tx, file), 60_000);
  return true;
}

const entryRow = z.strictObject({ id: z.string() });

async function settle(tx: Transaction, { issuerId, id, name }: DueFile): Promise<void> {
  await lockRails(tx, issuerId);
  const entries = await readRows(tx, entryRow)`
    SELECT e.payment_id AS id FROM payment_entries e WHERE e.issuer_id = ${issuerId}::uuid AND e.file_id = ${id}::uuid`;
  const held = await holdPayments(
    tx,
    issuerId,
    entries.map((entry) => entry.id)
  );
  const open = held.filter(({ state }) => PAYMENT.after(state, 'settle') !== null).map((payment) => payment.id);
  if (open.length === 0) return;
  await movePayments(tx, issuerId, 'settle', open);
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: PAYMENT.events.settle.audit,
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: { file: name, payments: open.length }
  });
}
