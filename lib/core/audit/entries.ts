import { Prisma } from '../database/prisma/client';

/** The entries of the audit, as rows: chained per issuer by `sequence`, `previous_hash` and `hash`. */
export const AUDIT_ENTRIES = Prisma.sql`(
  SELECT issuer_id, sequence, occurred_at, action, entity, entity_id, node_id, actor_issuer_id, actor_user_id,
    accessor_issuer_id, accessor_user_id, details, request_id, address, previous_hash, hash FROM audit_entries)`;
