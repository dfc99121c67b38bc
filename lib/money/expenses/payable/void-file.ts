import { z } from 'zod';
import { eyesFault } from '../../../access/policy/features';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { plainText } from '../../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { settledBy } from '../settled-by';
import { seenPayableFile } from './files';
import { lockPayables } from './lock-payables';

/** Why a payable file is voided. */
export const voidSchema = z.object({ reason: plainText({ max: 255 }) });

/**
 * Voids a payable file: its reports go out with the next one, and can be rerouted again. The file stays in the history
 * with its bytes; whoever has paid by it takes that back there too.
 */
export function voidPayableFile(
  principal: Principal,
  id: string,
  { reason }: z.output<typeof voidSchema>,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'payable_files', 'modify')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'exports');
    if (closed) return refused(closed);
    await lockPayables(tx, principal.issuerId);
    const file = await seenPayableFile(principal, id, tx);
    if (!file) return refused({ code: 'not.found' });
    if (file.state === 'voided') return refused({ code: 'payable.voided' });
    const entries = await tx.payableEntry.findMany({ where: { issuerId: file.issuerId, fileId: id } });
    await tx.payableEntry.updateMany({ where: { issuerId: file.issuerId, fileId: id }, data: { stands: false } });
    await tx.$executeRaw`
      UPDATE payable_files SET stands = FALSE, voided_at = ${now()}, voided_by = ${principal.userId}::uuid,
        void_reason = ${reason}
      WHERE issuer_id = ${file.issuerId}::uuid AND id = ${id}::uuid AND stands`;
    await settledBy(
      tx,
      file.issuerId,
      entries.map(({ reportId }) => reportId),
      null
    );
    await recordAct(tx, principal, origin, {
      issuerId: file.issuerId,
      nodeId: file.companyId,
      action: 'payable_file.voided',
      entity: 'payable_file',
      entityId: id,
      details: { number: file.number, reports: file.reportCount, reason }
    });
    return accepted(null);
  });
}
