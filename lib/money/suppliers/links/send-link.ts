import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { type Brand, brandDirectory } from '../../../brand/brands/directory';
import { queueMail } from '../../../brand/mail/queue-mail';
import type { Origin } from '../../../core/audit/audit';
import { daysLater } from '../../../core/calendar/days';
import { type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newId, newSecretToken } from '../../../core/secrets/ids';
import { secretHash } from '../../../core/secrets/keys';
import { now } from '../../../core/server/clock';
import { joinedNode } from '../../../directory/structure/reads/joined-node';
import { hashPassword } from '../../../sign-in/password/password-hash';
import { numberOf, type PurchaseRequest } from '../../purchasing/requests';
import { SUPPLIERS } from '../../purchasing/set-up-tables';
import { LINK_DAYS } from './limits';
import { linkableRequest } from './linkable-request';
import { keepPassphrase } from './passphrase';

/** The address of the supplier's page, on the host name of a brand. */
export type SupplierAddress = (brand: Brand) => Promise<string>;

/**
 * Sends the supplier of one's own approved request a link to its page, in the supplier's language; an earlier link ends.
 * The mail has nothing of the card, and the database a hash of the link alone. A passphrase that
 * comes along is that of the supplier from now on.
 */
export async function sendLink(
  principal: Principal,
  requestId: string,
  { passphrase, addressOf }: { passphrase: string | null; addressOf: SupplierAddress },
  origin: Origin
): Promise<Result<null>> {
  // Whoever may not send keeps no thread busy with hashing.
  const seen = await transaction((tx) => linkableRequest(tx, principal, requestId));
  if (!seen.ok) return seen;
  const owner = { issuerId: principal.issuerId, id: seen.value.terms.supplier.id };
  const hash = passphrase === null ? null : await hashPassword(passphrase, owner, origin);
  return transaction(async (tx) => {
    const asked = await linkableRequest(tx, principal, requestId);
    if (!asked.ok) return asked;
    const held = asked.value;
    const { issuerId, terms } = held;
    const brand = (await brandDirectory()).byName.get(principal.brandName);
    const told = await supplierOf(tx, held);
    if (!brand || !told) return refused({ code: 'not.found' });
    if (terms.supplier.id !== owner.id) return refused({ code: 'supplier.link.not.now' });
    if (hash) await keepPassphrase(tx, principal, held, hash, origin);
    else if ((await tx.supplierPassphrase.count({ where: { issuerId, supplierId: terms.supplier.id } })) === 0)
      return refused({ code: 'supplier.passphrase.none', field: 'passphrase' });
    await endLinks(tx, held);
    const token = newSecretToken();
    const expiresAt = daysLater(now(), LINK_DAYS);
    await tx.supplierLink.createMany({
      data: { issuerId, id: newId(), requestId, tokenHash: secretHash(token), sentAt: now(), expiresAt }
    });
    const { name, emails, language, company } = told;
    const address = `${await addressOf(brand)}&${new URLSearchParams({ locale: language, token })}`;
    for (const to of emails)
      await queueMail(tx, issuerId, {
        template: 'supplier_link',
        to,
        name,
        locale: language,
        brandName: brand.name,
        params: {
          company,
          number: numberOf(held),
          amount: `${held.currency} ${held.purchaseLimit}`,
          days: LINK_DAYS,
          address
        },
        expiresAt: expiresAt.toISOString()
      });
    await record(tx, principal, origin, held, 'supplier_link.sent');
    return accepted(null);
  });
}

/** Withdraws the link of one's own request: it leads nowhere from now on. */
export function withdrawLink(principal: Principal, requestId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const asked = await linkableRequest(tx, principal, requestId);
    if (!asked.ok) return asked;
    if ((await endLinks(tx, asked.value)) === 0) return refused({ code: 'not.found' });
    await record(tx, principal, origin, asked.value, 'supplier_link.withdrawn');
    return accepted(null);
  });
}

const endLinks = async (tx: Transaction, { issuerId, id }: PurchaseRequest): Promise<number> => {
  const { count } = await tx.supplierLink.updateMany({
    where: { issuerId, requestId: id, withdrawnAt: null, declinedAt: null },
    data: { withdrawnAt: now() }
  });
  return count;
};

const toldRow = z.strictObject({
  name: z.string(),
  emails: z.array(z.string()),
  language: z.string(),
  company: z.string()
});

async function supplierOf(tx: Transaction, { issuerId, companyId, terms }: PurchaseRequest) {
  const [told] = await readRows(tx, toldRow)`
    SELECT r.name, r.emails, r.language, n.name_1 AS company
    FROM ${SUPPLIERS} r ${joinedNode(Prisma.sql`r.issuer_id`, Prisma.sql`${companyId}::uuid`)}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${terms.supplier.id}::uuid`;
  return told;
}

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  held: PurchaseRequest,
  action: 'supplier_link.sent' | 'supplier_link.withdrawn'
): Promise<void> =>
  recordAct(tx, principal, origin, {
    issuerId: held.issuerId,
    nodeId: held.nodeId,
    entity: 'purchase_request',
    entityId: held.id,
    action,
    details: { number: numberOf(held), supplier: held.terms.supplier.name }
  });
