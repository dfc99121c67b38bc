import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction } from '../../../core/database/database';
import { optional } from '../../../core/entry/optional';
import { now } from '../../../core/server/clock';
import { numberOf, type PurchaseRequest } from '../../purchasing/requests';

const SHORTEST = 8;
/** As long as the passphrase of a supplier may be (C3.020). */
const LONGEST = 24;

/** What buyer and supplier have agreed on by another way than the mail; null leaves it as it is. */
export const passphraseSchema = z.object({
  passphrase: optional(
    z.string().trim().min(SHORTEST, 'supplier.passphrase.length').max(LONGEST, 'supplier.passphrase.length')
  )
});

/** Sets the passphrase of the supplier of a request. Nobody reads it again: a hash alone is stored. */
export async function keepPassphrase(
  tx: Transaction,
  principal: Principal,
  held: PurchaseRequest,
  hash: string,
  origin: Origin
): Promise<void> {
  const { issuerId, id, nodeId, terms } = held;
  const supplierId = terms.supplier.id;
  await tx.supplierPassphrase.upsert({
    where: { issuerId_supplierId: { issuerId, supplierId } },
    create: { issuerId, supplierId, hash, setAt: now() },
    update: { hash, setAt: now() }
  });
  await recordAct(tx, principal, origin, {
    issuerId,
    nodeId,
    entity: 'purchase_request',
    entityId: id,
    action: 'supplier_passphrase.set',
    details: { number: numberOf(held), supplier: terms.supplier.name }
  });
}

/** Whether a supplier has a passphrase. */
export const hasPassphrase = async (issuerId: string, supplierId: string): Promise<boolean> =>
  (await database().supplierPassphrase.count({ where: { issuerId, supplierId } })) > 0;
