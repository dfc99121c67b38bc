import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import { placeOfRequests } from '../purchasing/place-of-requests';
import { TEMPLATES } from '../purchasing/set-up-tables';
import type { BatchFault, BatchRequest } from './check-rows';
import batchSetup from './entities/batch-setup';

const batchRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  setupId: z.string(),
  setup: z.string(),
  /** Of the amounts; null if the template is no longer there. */
  currency: z.string().nullable(),
  fileName: z.string(),
  requests: jsonOf<BatchRequest[]>(),
  faults: jsonOf<BatchFault[]>(),
  uploadedAt: z.date(),
  created: z.number().nullable(),
  appliedAt: z.date().nullable()
});

/** A file of purchase requests (C5.064): its requests and faults as they were checked. */
export type Batch = z.infer<typeof batchRow>;

/** Batches of the reader's own. */
const batchesWhere = (tx: Transaction, { issuerId, userId }: Principal, end: Prisma.Sql): Promise<Batch[]> =>
  readRows(tx, batchRow)`
    SELECT b.issuer_id AS "issuerId", b.id, b.company_id AS "companyId", b.setup_id AS "setupId", r.name AS setup,
      template.currency, b.file_name AS "fileName", b.requests, b.faults, b.uploaded_at AS "uploadedAt", b.created,
      b.applied_at AS "appliedAt"
    FROM purchase_batches b JOIN ${rowsOf(batchSetup)} r ON (r.issuer_id, r.id) = (b.issuer_id, b.setup_id)
      LEFT JOIN ${TEMPLATES} template ON (template.issuer_id, template.id) = (r.issuer_id, r.template)
    WHERE b.issuer_id = ${issuerId}::uuid AND b.user_id = ${userId}::uuid ${end}`;

const RECENT = 20;

/** The reader's last batches, the latest first. */
export const recentBatches = (principal: Principal): Promise<Batch[]> =>
  batchesWhere(database(), principal, Prisma.sql`ORDER BY b.uploaded_at DESC LIMIT ${RECENT}`);

/** A batch of the reader's own; null if there is none. */
export async function ownBatch(principal: Principal, id: string, tx: Transaction = database()): Promise<Batch | null> {
  const [batch] = await batchesWhere(tx, principal, Prisma.sql`AND b.id = ${id}::uuid`);
  return batch ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldBatch(tx: Transaction, principal: Principal, id: string): Promise<Batch | null> {
  const [batch] = await batchesWhere(tx, principal, Prisma.sql`AND b.id = ${id}::uuid FOR UPDATE OF b`);
  return batch ?? null;
}

/** The layouts of the company that the reader requests in. */
export async function offeredSetups(principal: Principal, tx: Transaction = database()) {
  const place = placeOfRequests(principal);
  if (!place) return [];
  return recordsOf(tx, batchSetup)`
    WHERE r.issuer_id = ${principal.issuerId}::uuid AND r.owner_id = ${place.companyId}::uuid AND r.active
    ORDER BY r.name LIMIT 100`;
}
