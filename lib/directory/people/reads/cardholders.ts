import { z } from 'zod';
import { type Reader, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { ofUser } from './of-user';

const cardholderRow = z.strictObject({ email: z.string(), name: z.string(), locale: z.string().nullable() });

/** The cardholders of an account with an e-mail address. */
export const cardholdersOf = (db: Reader, issuerId: string, accountId: string) =>
  readRows(db, cardholderRow)`
    SELECT DISTINCT u.email, concat_ws(' ', u.first_name, u.last_name) AS name, u.locale
    FROM assignment_nodes n JOIN assignments a ON (a.issuer_id, a.id) = (n.issuer_id, n.assignment_id) AND a.role = 'A'
      AND role_in_force(a.issuer_id, a.last_day, ${now()})
    ${ofUser('a.user_id')} AND u.status = 'active'
    WHERE n.issuer_id = ${issuerId}::uuid AND n.node_id = ${accountId}::uuid AND u.email IS NOT NULL`;
