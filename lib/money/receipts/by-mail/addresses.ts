import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KeptPrincipal, Principal } from '../../../access/policy/principal';
import { may } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import { jsonOf, readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { config } from '../../../core/server/config';
import { knownUser } from '../../../directory/people/known-user';
import { placeOfBox } from '../place-of-box';

/** The domain of the addresses; undefined: receipts aren't taken by mail. */
export const receiptDomain = (): string | undefined => config().TESSERA_RECEIPTS_MAIL_DOMAIN;

const ownAddressRow = z.strictObject({ localPart: z.string(), refusedAt: z.date().nullable() });

/** How somebody mails receipts. */
export interface ReceiptMail {
  /** Null: they have no address yet. */
  address: string | null;
  /** From where they mail; null: they have none, and can't. */
  email: string | null;
  /** When a mail of somebody else came last, of which nothing was taken. */
  refusedAt: Date | null;
}

/** How the principal mails receipts; null if receipts aren't taken by mail, or the principal has no box. */
export async function ownReceiptMail(principal: Principal): Promise<ReceiptMail | null> {
  const domain = receiptDomain();
  if (!domain || !placeOfBox(principal) || !may(principal, 'receipts', 'modify')) return null;
  const { issuerId, userId } = principal;
  const [own] = await readRows(database(), ownAddressRow)`
    SELECT local_part AS "localPart", refused_at AS "refusedAt" FROM receipt_addresses
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid`;
  const user = await knownUser(database(), { issuerId, id: userId });
  return {
    address: own ? `${own.localPart}@${domain}` : null,
    email: user?.email ?? null,
    refusedAt: own?.refusedAt ?? null
  };
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** 24 characters of 5 random bits. */
const newLocalPart = () => Array.from(randomBytes(24), (byte) => BASE32[byte % 32]).join('');

/**
 * Gives the principal an address for receipts, or another one: mails to the former are no longer taken. It is for their
 * own eyes, as whoever knows it may fill their box.
 */
export function renewReceiptAddress(principal: Principal, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const place = placeOfBox(principal);
    if (!receiptDomain() || !place || !may(principal, 'receipts', 'modify') || principal.accessor)
      return refused({ code: 'forbidden.action' });
    const { issuerId, userId, sessionId, brandName, assignmentId } = principal;
    const user = await knownUser(tx, { issuerId, id: userId });
    if (!user?.email) return refused({ code: 'receipt.mail.no.email' });
    const owner = JSON.stringify({
      issuerId,
      userId,
      sessionId,
      brandName,
      assignmentId,
      accessor: null
    } satisfies KeptPrincipal);
    await tx.$executeRaw`
      INSERT INTO receipt_addresses (issuer_id, user_id, local_part, owner, made_at)
      VALUES (${issuerId}::uuid, ${userId}::uuid, ${newLocalPart()}, ${owner}::jsonb, ${now()})
      ON CONFLICT (issuer_id, user_id) DO UPDATE SET local_part = excluded.local_part, owner = excluded.owner,
        made_at = excluded.made_at, refused_at = NULL`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: place.nodeId,
      action: 'receipt.address_renewed',
      entity: 'user',
      entityId: userId,
      details: {}
    });
    return accepted(null);
  });
}

const ownerRow = z.strictObject({ owner: jsonOf<KeptPrincipal>() });

/** The owner of the address with a local part, in whatever case; null if there is none. */
export async function ownerOfAddress(localPart: string): Promise<KeptPrincipal | null> {
  const [found] = await readRows(database(), ownerRow)`
    SELECT owner FROM receipt_addresses WHERE local_part = ${localPart.toLowerCase()}`;
  return found?.owner ?? null;
}

/** Notes that a mail of somebody else came to the address of an owner. */
export async function noteRefused({ issuerId, userId }: KeptPrincipal): Promise<void> {
  await database().$executeRaw`
    UPDATE receipt_addresses SET refused_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid`;
}
