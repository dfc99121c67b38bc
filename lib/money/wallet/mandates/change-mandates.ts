import { appendAudits, type Origin } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { todayAt } from '../../../directory/structure/reads/today';
import { postNotice } from '../../../kit/notices/post-notice';
import { mustChange, startingFrom } from '../../../kit/states/starting-from';
import { holdMandates, type Mandate } from './mandates';
import { LAPSES_AFTER_MONTHS, MANDATE } from './states';

const ORIGIN: Origin = { requestId: 'sepa-mandates', address: '127.0.0.1', userAgent: '' };

/** Ends mandates that are held. @throws if one was changed meanwhile */
export async function endMandates(
  tx: Transaction,
  issuerId: string,
  event: keyof typeof MANDATE.events,
  mandates: readonly (Pick<Mandate, 'id'> & { code?: string })[]
): Promise<void> {
  const rows = mandates.map(({ id, code }) => ({ id, code: code ?? null }));
  const changed = await tx.$executeRaw`
    UPDATE sepa_mandates m SET state = ${MANDATE.events[event].to}::mandate_state, ended_at = ${now()}, block_code = e.code
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (id uuid, code text)
    WHERE m.issuer_id = ${issuerId}::uuid AND m.id = e.id
      AND ${startingFrom(Prisma.sql`m.state`, MANDATE.events[event])}`;
  mustChange(changed, rows.length);
}

/** Blocks mandates that the bank has none of, each with its code, or lets them lapse; their givers are told. */
export async function endByBank(
  tx: Transaction,
  issuerId: string,
  event: 'block' | 'lapse',
  mandates: readonly (Mandate & { code?: string })[],
  { origin, userId }: { origin: Origin; userId?: string }
): Promise<void> {
  if (mandates.length === 0) return;
  await endMandates(tx, issuerId, event, mandates);
  for (const { userId: giver, reference } of mandates)
    await postNotice(tx, {
      issuerId,
      userId: giver,
      params: { reference },
      href: '/workspace/wallet',
      kind: event === 'block' ? 'payment.mandate.blocked' : 'payment.mandate.lapsed'
    });
  const { to, audit } = MANDATE.events[event];
  await appendAudits(
    tx,
    origin,
    mandates.map(({ walletAccountId, reference, state, code }) => ({
      issuerId,
      action: audit,
      entity: 'wallet_account' as const,
      entityId: walletAccountId,
      ...(userId ? { actorUserId: userId } : { nodeId: issuerId }),
      details: { 'before.state': state, 'after.state': to, reference, ...(code && { code }) }
    }))
  );
}

/** Lets mandates lapse by which nothing was collected for 36 months. Returns how many. */
export async function lapseMandates(): Promise<number> {
  const issuers = await readRows(database(), idRow)`
    SELECT DISTINCT m.issuer_id AS id FROM sepa_mandates m
    WHERE m.state = 'active' AND coalesce(m.collected_on, m.signed_on) < ${now()}::date - ${LAPSES_AFTER_MONTHS - 1}::int * interval '1 month'
    ORDER BY 1`;
  let lapsed = 0;
  for (const { id } of issuers) lapsed += await transaction((tx) => lapseOf(tx, id));
  return lapsed;
}

async function lapseOf(tx: Transaction, issuerId: string): Promise<number> {
  const due = await readRows(tx, idRow)`
    SELECT m.id FROM sepa_mandates m WHERE m.issuer_id = ${issuerId}::uuid AND m.state = 'active'
      AND coalesce(m.collected_on, m.signed_on) + ${LAPSES_AFTER_MONTHS}::int * interval '1 month' < ${await todayAt(issuerId, tx)}::date`;
  const held = await holdMandates(
    tx,
    issuerId,
    due.map(({ id }) => id)
  );
  await endByBank(tx, issuerId, 'lapse', held, { origin: ORIGIN });
  return held.length;
}

/**
 * Notes that something is collected by the active mandates of accounts whose ids a query gives, by which creditor and on
 * which day.
 */
export async function noteCollected(
  tx: Transaction,
  issuerId: string,
  accountIds: Prisma.Sql,
  { creditorId, collectOn }: { creditorId: string; collectOn: string }
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sepa_mandates m SET creditor_id = ${creditorId}, collected_on = ${collectOn}::date
    WHERE m.issuer_id = ${issuerId}::uuid AND m.state = 'active' AND m.wallet_account_id IN (${accountIds})`;
}
