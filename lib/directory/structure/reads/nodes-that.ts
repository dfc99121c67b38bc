import type { Prisma } from '../../../core/database/prisma/client';
import { keyRow, type Reader, readRows } from '../../../core/database/rows';

/** The keys of those of these nodes that are active and meet a condition, of node `n`. */
export const activeNodes = (db: Reader, ids: readonly string[], condition: Prisma.Sql) =>
  readRows(db, keyRow)`
    SELECT n.issuer_id AS "issuerId", n.id FROM nodes n
    WHERE n.id = ANY(${[...ids]}::uuid[]) AND n.status = 'active' AND ${condition}`;
