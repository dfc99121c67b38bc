import { exists, type Reader } from '../../../core/database/rows';

/** Locks an account until the commit; false if it isn't active. */
export const holdActiveAccount = (db: Reader, { issuerId, id }: { issuerId: string; id: string }): Promise<boolean> =>
  exists(db)`
    SELECT 1 FROM accounts WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND state = 'active' FOR UPDATE`;
