import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import { accepted, type Result } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { hashPassword } from '../../../sign-in/password/password-hash';
import { numberOf } from '../../purchasing/requests';
import { linkableRequest } from './linkable-request';

const SHORTEST = 8;
/** As long as the passphrase of a supplier may be (C3.020). */
const LONGEST = 24;

/** What buyer and supplier have agreed on by another way than the mail. */
export const passphraseSchema = z.object({
  passphrase: z
    .string('required')
    .trim()
    .min(1, 'required')
    .min(SHORTEST, 'supplier.passphrase.length')
    .max(LONGEST, 'supplier.passphrase.length')
});

/** Sets the passphrase of the supplier of one's own request. Nobody reads it again: a hash alone is stored. */
export async function setPassphrase(
  principal: Principal,
  requestId: string,
  passphrase: string,
  origin: Origin
): Promise<Result<null>> {
  const { issuerId } = principal;
  const asked = await transaction((tx) => linkableRequest(tx, principal, requestId));
  if (!asked.ok) return asked;
  const { supplier } = asked.value.terms;
  const hash = await hashPassword(passphrase, { issuerId, id: supplier.id }, origin);
  return transaction(async (tx) => {
    const again = await linkableRequest(tx, principal, requestId);
    if (!again.ok) return again;
    await tx.supplierPassphrase.upsert({
      where: { issuerId_supplierId: { issuerId, supplierId: supplier.id } },
      create: { issuerId, supplierId: supplier.id, hash, setAt: now() },
      update: { hash, setAt: now() }
    });
    await recordAct(tx, principal, origin, {
      ...{ issuerId, nodeId: again.value.nodeId, entity: 'purchase_request', entityId: requestId },
      action: 'supplier_passphrase.set',
      details: { number: numberOf(again.value), supplier: supplier.name }
    });
    return accepted(null);
  });
}

/** Whether a supplier has a passphrase. */
export const hasPassphrase = async (issuerId: string, supplierId: string): Promise<boolean> =>
  (await database().supplierPassphrase.count({ where: { issuerId, supplierId } })) > 0;
