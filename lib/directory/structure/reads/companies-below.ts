import { z } from 'zod';
import { type Reader, readRows } from '../../../core/database/rows';

const companyRow = z.strictObject({ issuerId: z.string(), companyId: z.string() });

/** The companies below a node of a path, at most `limit`. */
export const companiesBelow = (
  db: Reader,
  { issuerId, path }: { issuerId: string; path: string },
  limit: number
): Promise<z.infer<typeof companyRow>[]> =>
  readRows(db, companyRow)`
    SELECT issuer_id AS "issuerId", id AS "companyId" FROM nodes
    WHERE issuer_id = ${issuerId}::uuid AND path >= ${path} AND path < ${`${path}g`} AND kind = 'company'
    LIMIT ${limit}`;
