import { z } from 'zod';
import { dayAfter } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { monthOf } from './card-expiry';
import type { Controls } from './controls';
import type { ProcessorName } from './processors/names';
import { tellProcessor } from './processors/tell-processor';
import type { RealCard } from './real-cards';
import type { PurchaseRequest } from './requests';
import { unitsOf } from './units';

/** How long a card is valid whose template has no validity period. */
const YEAR = 365;

/** The last month of a card that is valid until a day: `06/27`. */
const expiryOf = (day: string): string => `${day.slice(5, 7)}/${day.slice(2, 4)}`;

/** The controls of a card: those of the template, and the limit that was approved. */
export function withLimit(controls: Controls, limit: string): Controls {
  const { aging, velocities } = controls;
  const lesser = (amount: string | null) => (amount !== null && unitsOf(amount) < unitsOf(limit) ? amount : limit);
  if (aging) return { ...controls, aging: { ...aging, amount: lesser(aging.amount) } };
  const whole = velocities.find(({ period }) => period === 'continuous');
  const others = velocities.filter((velocity) => velocity !== whole);
  return {
    ...controls,
    velocities: [
      ...others,
      { period: 'continuous', amount: lesser(whole?.amount ?? null), count: whole?.count ?? null }
    ]
  };
}

const presentRow = z.strictObject({
  id: z.string(),
  processor: textOf<ProcessorName>(),
  isIssued: z.boolean(),
  isBound: z.boolean()
});

/**
 * The card that a locked request has already: whether its processor issues it or has done so, and whether it may be there
 * without our knowing; null before the first approval.
 */
export async function presentCard(
  tx: Transaction,
  { issuerId, id }: Pick<PurchaseRequest, 'issuerId' | 'id'>
): Promise<z.infer<typeof presentRow> | null> {
  const issues = (condition: Prisma.Sql) => Prisma.sql`(c.last_four IS NOT NULL OR EXISTS (SELECT 1 FROM card_commands m
    WHERE (m.issuer_id, m.card_id) = (c.issuer_id, c.id) AND m.kind = 'issue' AND ${condition}))`;
  const [card] = await readRows(tx, presentRow)`
    SELECT c.id, c.processor, ${issues(Prisma.sql`m.answered_at IS NULL`)} AS "isIssued",
      ${issues(Prisma.sql`(m.answered_at IS NULL OR m.refusal = 'unanswered')`)} AS "isBound"
    FROM virtual_cards c WHERE c.issuer_id = ${issuerId}::uuid AND c.request_id = ${id}::uuid`;
  return card ?? null;
}

interface Issue {
  /** The day of the approval. */
  day: string;
  realCard: RealCard | null;
  processor: ProcessorName;
  askedBy: string;
}

/**
 * Has the one card of an approved, locked request issued (C1.005, C3.033), or gives the card of an earlier approval its new
 * terms. A request has one card however often it is approved: its number stays.
 */
export async function issueCard(
  tx: Transaction,
  request: Pick<PurchaseRequest, 'issuerId' | 'id'>,
  controls: Controls,
  { day, realCard, processor, askedBy }: Issue
): Promise<void> {
  const { issuerId, id: requestId } = request;
  const present = await presentCard(tx, request);
  const id = present?.id ?? newId();
  const lastDay = controls.validity?.to ?? dayAfter(day, YEAR);
  // No card outlives the one that pays for it.
  const expiry = realCard && monthOf(realCard.expiry) < lastDay.slice(0, 7) ? realCard.expiry : expiryOf(lastDay);
  const terms = JSON.stringify(controls);
  await tx.$executeRaw`
    INSERT INTO virtual_cards AS c (issuer_id, id, request_id, processor, expiry, controls, issued_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${requestId}::uuid, ${processor}, ${expiry}, ${terms}::jsonb, ${now()})
    ON CONFLICT (issuer_id, request_id) DO UPDATE SET state = 'active', version = c.version + 1,
      processor = EXCLUDED.processor, controls = EXCLUDED.controls,
      -- What a processor outside has printed on the card stays.
      expiry = CASE WHEN c.processor = 'simulated' OR c.processor_card IS NULL THEN EXCLUDED.expiry ELSE c.expiry END
    WHERE c.state <> 'closed'`;
  const kind = present?.isIssued ? 'change' : 'issue';
  await tellProcessor(tx, { issuerId, id, processor }, { kind, terms: { controls, expiry }, askedBy });
}

const toldRow = z.strictObject({ id: z.string(), processor: textOf<ProcessorName>() });

/** Suspends the card of a request that waits for approval again (C4.009D), or closes that of a cancelled one. */
export async function setCardState(
  tx: Transaction,
  { issuerId, id }: Pick<PurchaseRequest, 'issuerId' | 'id'>,
  state: 'suspended' | 'closed',
  askedBy: string
): Promise<void> {
  const [card] = await readRows(tx, toldRow)`
    UPDATE virtual_cards SET state = ${state}::virtual_card_state, version = version + 1
    WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND state <> 'closed'
      AND state <> ${state}::virtual_card_state
    RETURNING id, processor`;
  const kind = state === 'closed' ? 'close' : 'suspend';
  if (card) await tellProcessor(tx, { issuerId, ...card }, { kind, terms: null, askedBy });
}
