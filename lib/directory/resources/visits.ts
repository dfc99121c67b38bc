import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';

/** A visit goes on while its reader looks again within so many minutes. */
const VISIT_MINUTES = 60;

const visitRow = z.strictObject({ beforeAt: z.date().nullable() });

/**
 * Notes that the principal looks at the resource centre; returns when their visit before this one ended, null if this is
 * the first. Whoever views as somebody else is no visitor (C6.018).
 */
export function visitResources({ issuerId, userId, accessor }: Principal): Promise<Date | null> {
  return transaction(async (tx) => {
    const [visit] = accessor
      ? await readRows(tx, visitRow)`
          SELECT before_at AS "beforeAt" FROM resource_visits
          WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid`
      : await readRows(tx, visitRow)`
          INSERT INTO resource_visits AS v (issuer_id, user_id, seen_at) VALUES (${issuerId}::uuid, ${userId}::uuid, ${now()})
          ON CONFLICT (issuer_id, user_id) DO UPDATE SET seen_at = greatest(v.seen_at, EXCLUDED.seen_at), before_at = CASE
            WHEN v.seen_at < EXCLUDED.seen_at - make_interval(mins => ${VISIT_MINUTES}::int) THEN v.seen_at
            ELSE v.before_at END
          RETURNING v.before_at AS "beforeAt"`;
    return visit?.beforeAt ?? null;
  });
}
