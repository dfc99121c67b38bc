import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import { controlsSchema } from './controls';
import type { ProcessorName } from './processors/names';
import type { PurchaseRequest } from './requests';

type Key = Pick<PurchaseRequest, 'issuerId' | 'id'>;

const lineRow = z.strictObject({
  description: z.string(),
  quantity: z.string(),
  unitCost: z.string(),
  tax: z.string()
});
export type RequestLine = z.infer<typeof lineRow>;

/** The lines of a request that its reader sees, in their order. */
export const linesOf = ({ issuerId, id }: Key): Promise<RequestLine[]> =>
  readRows(database(), lineRow)`
    SELECT l.description, trim_scale(l.quantity)::text AS quantity, trim_scale(l.unit_cost)::text AS "unitCost",
      trim_scale(l.tax)::text AS tax
    FROM purchase_request_lines l WHERE l.issuer_id = ${issuerId}::uuid AND l.request_id = ${id}::uuid ORDER BY l.position`;

const decisionRow = z.strictObject({
  approved: z.boolean(),
  by: z.string(),
  behalf: z.string().nullable(),
  at: z.date(),
  comment: z.string().nullable()
});
export type RequestDecision = z.infer<typeof decisionRow>;

/** Who decided on a request, and how, the latest first. */
export const decisionsOf = ({ issuerId, id }: Key): Promise<RequestDecision[]> =>
  readRows(database(), decisionRow)`
    SELECT d.approved, ${userName(Prisma.sql`d.issuer_id`, Prisma.sql`d.decided_by`)} AS by,
      ${userName(Prisma.sql`d.issuer_id`, Prisma.sql`d.on_behalf_of`)} AS behalf, d.decided_at AS at, d.comment
    FROM purchase_request_decisions d WHERE d.issuer_id = ${issuerId}::uuid AND d.request_id = ${id}::uuid
    ORDER BY d.position DESC`;

const cardRow = z.strictObject({
  processor: textOf<ProcessorName>(),
  /** Null until its processor has issued it. */
  lastFour: z.string().nullable(),
  expiry: z.string(),
  state: textOf<'active' | 'suspended' | 'closed'>(),
  controls: controlsSchema,
  /** Whether the processor has not answered yet what it was told last, and why it refused that. */
  isWaiting: z.boolean(),
  refusal: z.string().nullable()
});

/** The virtual card of a request, as anybody may see it: last four digits and expiry (C3.033, C5.108, C5.109). */
export type VirtualCard = z.infer<typeof cardRow>;

/** The card of a request that its reader sees; null before the first approval. */
export async function cardOf({ issuerId, id }: Key, tx: Transaction = database()): Promise<VirtualCard | null> {
  const [card] = await readRows(tx, cardRow)`
    SELECT c.processor, c.last_four AS "lastFour", c.expiry, c.state::text AS state, c.controls,
      m.round IS NOT NULL AND m.answered_at IS NULL AS "isWaiting", m.refusal
    FROM virtual_cards c LEFT JOIN LATERAL (SELECT x.* FROM card_commands x
      WHERE (x.issuer_id, x.card_id) = (c.issuer_id, c.id) ORDER BY x.round DESC LIMIT 1) m ON true
    WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${id}::uuid`;
  return card ?? null;
}
