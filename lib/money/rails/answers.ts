import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { jsonOf, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { atNode } from '../../directory/structure/reads/joins';

/** How answers of banks come in. */
const ANSWER_SOURCES = ['upload', 'simulated', 'folder'] as const;

const answerRow = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  source: z.enum(ANSWER_SOURCES),
  broughtAt: z.date(),
  accepted: z.number(),
  paid: z.number(),
  returned: z.number(),
  changes: z.number(),
  refusal: jsonOf<Refusal>().nullable()
});

/** A file that a bank answered with: what it changed, or why it was refused. */
export type PaymentAnswer = z.infer<typeof answerRow>;

const MOST_SHOWN = 20;

/** The last answers of the banks of the issuers in the principal's scope. */
export async function lastAnswers(principal: Principal): Promise<PaymentAnswer[]> {
  if (!may(principal, 'payment_files', 'view')) return [];
  return readRows(database(), answerRow)`
    SELECT a.id, a.file_name AS "fileName", a.source::text AS source, a.brought_at AS "broughtAt", a.accepted, a.paid, a.returned, a.changes,
      a.refusal
    FROM payment_answers a ${atNode('a.issuer_id')}
    WHERE ${within(principal.scope, nodeColumns('n'))} ORDER BY a.brought_at DESC, a.id LIMIT ${MOST_SHOWN}`;
}
