import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { jsonOf, readRows } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { config } from '../../../core/server/config';
import { userName } from '../../../directory/people/reads/user-name';
import { placedAt } from '../../../directory/structure/reads/placed-at';
import { rowsOf } from '../../../kit/setup/records-of';
import { placeOfRequests } from '../../purchasing/place-of-requests';
import batchSetup from '../entities/batch-setup';

/** Whether the operator has a folder that is watched. */
export const isFolderWatched = (): boolean => config().TESSERA_BATCHES_FOLDER !== undefined;

const folderRow = z.strictObject({
  setupId: z.string(),
  setup: z.string(),
  /** Below the folder of the operator. */
  place: z.string(),
  owner: z.string(),
  isOwn: z.boolean(),
  goodOnly: z.boolean(),
  readHour: z.number().nullable(),
  lastFile: z.string().nullable(),
  lastAt: z.date().nullable(),
  lastFault: jsonOf<Refusal>().nullable()
});

/** A folder whose files become requests, as those who request in its company see it. */
export type BatchFolder = z.infer<typeof folderRow>;

/** The folders that are watched for the company that the reader requests in. */
export async function foldersOf(principal: Principal): Promise<BatchFolder[]> {
  const company = placeOfRequests(principal);
  if (!company || !isFolderWatched()) return [];
  return readRows(database(), folderRow)`
    SELECT f.setup_id AS "setupId", r.name AS setup, i.number || '/' || n.number || '/' || r.name AS place,
      ${userName(Prisma.sql`f.issuer_id`, Prisma.sql`f.user_id`)} AS owner,
      f.user_id = ${principal.userId}::uuid AS "isOwn", f.good_only AS "goodOnly", f.read_hour AS "readHour",
      f.last_file AS "lastFile", f.last_at AS "lastAt", f.last_fault AS "lastFault"
    FROM batch_folders f JOIN ${rowsOf(batchSetup)} r ON (r.issuer_id, r.id) = (f.issuer_id, f.setup_id) AND r.active
      ${placedAt(Prisma.sql`r.issuer_id`, Prisma.sql`r.owner_id`)}
    WHERE f.issuer_id = ${principal.issuerId}::uuid AND r.owner_id = ${company.companyId}::uuid
    ORDER BY r.name`;
}
