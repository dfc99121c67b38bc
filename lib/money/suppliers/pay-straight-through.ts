import { z } from 'zod';
import { queueMail } from '../../brand/mail/queue-mail';
import { appendAudit, type Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { joinedNode } from '../../directory/structure/joined-node';
import { rowsOf } from '../../kit/setup/records-of';
import { authorize, heldCard } from '../purchasing/authorizations/authorize';
import { numberOf, type PurchaseRequest, requestToPay } from '../purchasing/requests';
import { SUPPLIERS } from '../purchasing/set-up-tables';
import { tellIntegrator } from './deliveries';
import integrator from './entities/integrator';

const INTEGRATORS = rowsOf(integrator);

const ORIGIN: Origin = { requestId: 'straight-through', address: '127.0.0.1', userAgent: '' };

const payloadSchema = z.object({ requestId: z.guid(), brandName: z.string() });

/**
 * The handler of approvals whose supplier is paid straight through (C1.028): the supplier keys nothing, the card is
 * asked for what was approved, and the supplier is told of it in their language. A request is paid once: a second entry,
 * or an approval after it was paid, does nothing.
 */
export async function payStraightThrough(tx: Transaction, { issuerId, payload }: OutboxEntry): Promise<void> {
  const { requestId: id, brandName } = payloadSchema.parse(payload);
  const request = await requestToPay(tx, { issuerId, id });
  const card = request && (await heldCard(tx, request));
  if (request?.state !== 'approved' || card?.state !== 'active') return;
  const isPaid = await exists(tx)`
    SELECT 1 FROM supplier_payments WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND paid`;
  if (isPaid) return;
  const { currency, total, terms } = request;
  const { controls } = card;
  const attempt = await nextAttempt(tx, request);
  const { approved, failures } = await authorize(tx, card, {
    reference: `straight-through/${id}/${attempt}`,
    ...{ at: now(), kind: 'purchase', amount: total, currency, merchantName: terms.supplier.name },
    ...{ merchantId: terms.supplier.merchantId, acquirerId: terms.supplier.acquirerId },
    // Nobody keys what the merchant is: a supplier is of the kind that the request's type is about.
    category: controls.purchaseType?.codes[0] ?? null
  });
  await tx.$executeRaw`
    INSERT INTO supplier_payments (issuer_id, request_id, attempt, paid, amount, currency, failures, attempted_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${attempt}, ${approved}, ${total}::numeric, ${currency},
      ${JSON.stringify(failures)}::jsonb, ${now()})`;
  if (approved) await tell(tx, request, brandName);
  await appendAudit(tx, ORIGIN, {
    ...{ issuerId, nodeId: request.nodeId, entity: 'purchase_request', entityId: id },
    action: approved ? 'supplier_payment.paid' : 'supplier_payment.declined',
    // Why a card says no needs a right of its own (C6.032), so that the audit leaves it out.
    details: { number: numberOf(request), supplier: terms.supplier.name, amount: total, currency }
  });
}

const attemptRow = z.strictObject({ attempt: z.number() });

/** The number of the next attempt to pay a locked request. */
async function nextAttempt(tx: Transaction, { issuerId, id }: PurchaseRequest): Promise<number> {
  const [row] = await readRows(tx, attemptRow)`
    SELECT coalesce(max(attempt), 0)::int + 1 AS attempt
    FROM supplier_payments WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid`;
  return row?.attempt ?? 1;
}

const toldRow = z.strictObject({
  name: z.string(),
  emails: z.array(z.string()),
  language: z.string(),
  integratorId: z.string().nullable(),
  company: z.string()
});

/** Tells the supplier by mail, and its integrator by webhook, what was paid. Neither has anything of the card. */
async function tell(tx: Transaction, request: PurchaseRequest, brandName: string): Promise<void> {
  const { issuerId, companyId, terms, total, currency } = request;
  const [told] = await readRows(tx, toldRow)`
    SELECT r.name, r.emails, r.language, i.id AS "integratorId", n.name_1 AS company
    FROM ${SUPPLIERS} r ${joinedNode(Prisma.sql`r.issuer_id`, Prisma.sql`${companyId}::uuid`)}
    LEFT JOIN ${INTEGRATORS} i ON i.issuer_id = r.issuer_id AND i.id = r.integrator AND i.active
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${terms.supplier.id}::uuid`;
  if (!told) return;
  const { name, emails, language, integratorId, company } = told;
  const number = numberOf(request);
  for (const to of emails)
    await queueMail(tx, issuerId, {
      ...{ template: 'supplier_paid', to, name, locale: language, brandName },
      params: { number, company, amount: `${currency} ${total}` }
    });
  if (integratorId)
    await tellIntegrator(tx, {
      ...{ issuerId, integratorId, event: 'payment.sent' },
      data: { request: number, company, supplier: name, merchantId: terms.supplier.merchantId, amount: total, currency }
    });
}
