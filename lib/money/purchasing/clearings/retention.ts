import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { now } from '../../../core/server/clock';
import { type RetentionPart, retainingCompanies } from '../../transactions/retention';

/** Whether card `v` may still answer: what it approved before counts as long as that. */
const answers = () => Prisma.sql`(v.state <> 'closed'
  AND to_date(v.expiry, 'MM/YY') + interval '1 month' > ${now()}::timestamptz - interval '1 day')`;

/**
 * A transaction of a virtual card stays as long as the card may answer, or as the clearing says another amount than the
 * transaction. Its clearing and the authorization of it are deleted with it (C5.027).
 */
export const clearingsOfTransactions: RetentionPart = {
  get holds() {
    return Prisma.sql`EXISTS (SELECT 1 FROM clearings k JOIN virtual_cards v ON (v.issuer_id, v.id) = (k.issuer_id, k.card_id)
      WHERE k.issuer_id = t.issuer_id AND k.reference = t.source_reference
        AND (${answers()} OR (k.amount, k.currency) <> (t.amount, t.currency)))`;
  },
  async forget(tx, issuerId, gone) {
    const references = gone.map(({ reference }) => reference);
    await tx.$executeRaw`
      WITH cleared AS (
        DELETE FROM clearings k WHERE k.issuer_id = ${issuerId}::uuid AND k.reference = ANY(${references}::text[])
        RETURNING k.id, k.authorization_id
      )
      DELETE FROM authorization_activity a USING cleared
      WHERE a.issuer_id = ${issuerId}::uuid AND a.id = cleared.authorization_id
        AND NOT EXISTS (SELECT 1 FROM clearings o WHERE o.issuer_id = a.issuer_id AND o.authorization_id = a.id
          AND o.id NOT IN (SELECT id FROM cleared))`;
  }
};

const BATCH = 5_000;

/**
 * Deletes authorizations past their company's retention of which nothing was booked, a part of them in each hour: once
 * their card answers no more, declined ones, and approved ones whose card is closed. Those that the reconciliation still
 * asks about stay. Returns how many.
 */
export const forgetAuthorizations = (): Promise<number> =>
  database().$executeRaw`
    DELETE FROM authorization_activity USING (
      SELECT a.issuer_id, a.id FROM ${retainingCompanies()}
      JOIN purchase_requests q ON (q.issuer_id, q.company_id) = (c.issuer_id, c.id)
      JOIN virtual_cards v ON (v.issuer_id, v.request_id) = (q.issuer_id, q.id)
      JOIN authorization_activity a ON (a.issuer_id, a.card_id) = (v.issuer_id, v.id) AND a.asked_at < d.before
      WHERE NOT ${answers()} AND (a.answer = 'declined' OR v.state = 'closed')
        AND NOT EXISTS (SELECT 1 FROM clearings k WHERE k.issuer_id = a.issuer_id AND k.authorization_id = a.id)
      LIMIT ${BATCH}
    ) due
    WHERE (authorization_activity.issuer_id, authorization_activity.id) = (due.issuer_id, due.id)`;
