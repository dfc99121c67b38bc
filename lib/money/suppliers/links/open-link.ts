import { z } from 'zod';
import { appendAudit, type Origin } from '../../../core/audit/audit';
import type { AuditAction } from '../../../core/audit/audit-actions';
import { type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { jsonOf, readRows } from '../../../core/database/rows';
import { decrypt, encrypt } from '../../../core/secrets/encryption';
import { secretHash } from '../../../core/secrets/keys';
import { now } from '../../../core/server/clock';
import { atNode } from '../../../directory/structure/reads/joins';
import { verifyPassword } from '../../../sign-in/password/password-hash';
import { type Invoice, invoicesOf } from '../../purchasing/invoices';
import { ORDERS } from '../../purchasing/orders';
import type { RevealedCard } from '../../purchasing/processors/processor';
import { revealCard } from '../../purchasing/reveal-card';
import { tellBuyer } from '../../purchasing/tell-buyer';
import { MOST_MISSES, PROVEN_MINUTES } from './limits';
import { isGood } from './links';

const openRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  requestId: z.string(),
  nodeId: z.string(),
  number: z.string(),
  company: z.string(),
  supplierId: z.string(),
  supplier: z.string(),
  limit: z.string(),
  currency: z.string(),
  lines: jsonOf<{ description: string; quantity: string }[]>(),
  hash: z.string().nullable(),
  misses: z.number()
});
type OpenLink = z.infer<typeof openRow>;

/** A request as its supplier sees it. */
export type OrderedPurchase = Pick<OpenLink, 'number' | 'company' | 'supplier' | 'limit' | 'currency' | 'lines'> & {
  /** What the purchase pays. */
  invoices: Invoice[];
  /** Proves for some minutes that the passphrase was right. */
  proof: string;
};

/** The link of a condition with its request, if it still leads somewhere; locked until the transaction ends. */
async function linkWhere(tx: Transaction, condition: Prisma.Sql): Promise<OpenLink | undefined> {
  const [link] = await readRows(tx, openRow)`
    SELECT l.issuer_id AS "issuerId", l.id, q.id AS "requestId", q.node_id AS "nodeId", q.number, n.name_1 AS company,
      q.supplier_id AS "supplierId", q.supplier, q.purchase_limit AS limit, q.currency, q.lines,
      (SELECT p.hash FROM supplier_passphrases p
       WHERE p.issuer_id = q.issuer_id AND p.supplier_id = q.supplier_id) AS hash, l.misses
    FROM supplier_links l
    JOIN ${ORDERS} q ON (q.issuer_id, q.id) = (l.issuer_id, l.request_id)
    ${atNode('q.company_id')}
    WHERE ${condition} AND ${isGood()} FOR UPDATE OF l`;
  return link;
}

/**
 * Opens a link by its token and the supplier's passphrase; null for a wrong, unknown, expired, withdrawn, declined, locked
 * or used-up one, after the same work. A miss is counted before it is checked, so that guesses in parallel count too;
 * the fifth in a row locks the link. The buyer is told of that, and when the link is opened for the first time.
 */
export async function openLink(token: string, passphrase: string, origin: Origin): Promise<OrderedPurchase | null> {
  const asked = await transaction(async (tx) => {
    const link = await linkWhere(tx, Prisma.sql`l.token_hash = ${secretHash(token)}`);
    await tx.$executeRaw`
      UPDATE supplier_links SET misses = misses + 1
      WHERE issuer_id = ${link?.issuerId ?? null}::uuid AND id = ${link?.id ?? null}::uuid`;
    // An unknown link waits for the disk as a counted miss does.
    if (!link) await tx.$executeRaw`SELECT pg_logical_emit_message(true, 'supplier-link', 'unknown')`;
    return link;
  });
  const owner = asked && { issuerId: asked.issuerId, id: asked.supplierId };
  const isRight = await verifyPassword(passphrase, asked?.hash ?? undefined, owner, origin);
  return transaction(async (tx) => {
    const opened = await tx.$executeRaw`
      UPDATE supplier_links SET opened_at = ${now()}
      WHERE issuer_id = ${asked?.issuerId ?? null}::uuid AND id = ${asked?.id ?? null}::uuid AND ${isRight}
        AND opened_at IS NULL`;
    await tx.$executeRaw`
      UPDATE supplier_links SET misses = 0
      WHERE issuer_id = ${asked?.issuerId ?? null}::uuid AND id = ${asked?.id ?? null}::uuid AND ${isRight}`;
    if (!asked) return null;
    const request = { issuerId: asked.issuerId, id: asked.requestId };
    if (opened === 1) await tellBuyer(tx, request, 'purchase.link.opened');
    const isLocked = !isRight && asked.misses + 1 >= MOST_MISSES;
    if (isLocked) await tellBuyer(tx, request, 'purchase.link.locked');
    if (isRight || isLocked) await audit(tx, origin, asked, isRight ? 'supplier_link.opened' : 'supplier_link.locked');
    return isRight ? shownOf(tx, asked) : null;
  });
}

/** Shows the card behind a link once more: counted, audited, and no more often than a link may; null where it may not. */
export function showCard(
  token: string,
  proof: string,
  origin: Origin
): Promise<{ purchase: OrderedPurchase; card: RevealedCard } | null> {
  return proven(token, proof, async (tx, link) => {
    const card = await revealCard(tx, { issuerId: link.issuerId, id: link.requestId });
    if (!card) return null;
    const { shown } = await tx.supplierLink.update({
      where: { issuerId_id: { issuerId: link.issuerId, id: link.id } },
      data: { shown: { increment: 1 } },
      select: { shown: true }
    });
    await audit(tx, origin, link, 'supplier_link.shown', { times: shown });
    return { purchase: await shownOf(tx, link, proof), card };
  });
}

/** Declines a request as its supplier, with the reason that its buyer reads: the link ends. Null where it may not. */
export function declineLink(token: string, proof: string, reason: string, origin: Origin): Promise<true | null> {
  return proven(token, proof, async (tx, link) => {
    await tx.supplierLink.update({
      where: { issuerId_id: { issuerId: link.issuerId, id: link.id } },
      data: { declinedAt: now(), declineReason: reason }
    });
    await tellBuyer(tx, { issuerId: link.issuerId, id: link.requestId }, 'purchase.link.declined');
    await audit(tx, origin, link, 'supplier_link.declined');
    return true as const;
  });
}

const proofSchema = z.strictObject({ id: z.guid(), until: z.number() });
const PLACE = 'supplier-link/proof';

async function shownOf(
  tx: Transaction,
  { issuerId, id, requestId, number, company, supplier, limit, currency, lines }: OpenLink,
  proof = proofOf(id)
): Promise<OrderedPurchase> {
  const invoices = await invoicesOf({ issuerId, id: requestId }, tx);
  return { number, company, supplier, limit, currency, lines, invoices, proof };
}

const proofOf = (id: string): string => {
  const until = now().getTime() + PROVEN_MINUTES * 60_000;
  return encrypt('supplier-link', Buffer.from(JSON.stringify({ id, until })), PLACE).toString('base64url');
};

function provenId(proof: string): string | null {
  try {
    const said = decrypt('supplier-link', Buffer.from(proof, 'base64url'), PLACE).toString();
    const { id, until } = proofSchema.parse(JSON.parse(said));
    return until > now().getTime() ? id : null;
  } catch {
    return null;
  }
}

/** Does work on the link of a token whose passphrase was proven. */
async function proven<T>(
  token: string,
  proof: string,
  work: (tx: Transaction, link: OpenLink) => Promise<T | null>
): Promise<T | null> {
  const id = provenId(proof);
  return transaction(async (tx) => {
    const link = await linkWhere(tx, Prisma.sql`l.token_hash = ${secretHash(token)} AND l.id = ${id}::uuid`);
    return link ? work(tx, link) : null;
  });
}

const audit = (
  tx: Transaction,
  origin: Origin,
  { issuerId, nodeId, requestId, number, supplier }: OpenLink,
  action: AuditAction,
  more: Record<string, number> = {}
): Promise<void> =>
  appendAudit(tx, origin, {
    issuerId,
    nodeId,
    entity: 'purchase_request',
    entityId: requestId,
    action,
    details: { number, supplier, ...more }
  });
