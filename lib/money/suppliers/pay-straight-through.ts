import { z } from 'zod';
import { queueMail } from '../../brand/mail/queue-mail';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { rowsOf } from '../../kit/setup/records-of';
import { authorize } from '../purchasing/authorizations/authorize';
import { type Invoice, invoicesOf } from '../purchasing/invoices';
import { numberOf, type PurchaseRequest } from '../purchasing/requests';
import { SUPPLIERS } from '../purchasing/set-up-tables';
import { tellBuyer } from '../purchasing/tell-buyer';
import { askedOfCard } from './asked-of-card';
import { tellIntegrator } from './deliveries';
import integrator from './entities/integrator';
import { payableRequest } from './payable-request';
import { paymentOf } from './payments';

const INTEGRATORS = rowsOf(integrator);

const ORIGIN: Origin = { requestId: 'straight-through', address: '127.0.0.1', userAgent: '' };

const payloadSchema = z.object({
  requestId: z.guid(),
  brandName: z.string(),
  /** The attempt that is followed by another one; without it, whatever there was. */
  after: z.number().optional()
});

/** After so many questions without an answer, half a minute, the buyer is told. */
const PATIENT_QUESTIONS = 5;

type Ask = typeof authorize;

/** The handler of what is to be paid straight through. */
export const payStraightThrough = payBy(authorize);

/**
 * Pays the supplier of an approved request straight through (C1.028): the supplier keys nothing, the card is asked for
 * what was approved, supplier and buyer are told. An attempt is noted before the card is asked, under a reference of its
 * own: without an answer the same one is asked again, by the outbox, and another follows only what was declined. So a
 * request is paid once, however often its entry is worked on, and whatever gets lost. @throws what the processor threw
 */
export function payBy(ask: Ask) {
  return async (tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> => {
    const { requestId: id, brandName, after } = payloadSchema.parse(payload);
    // What is asked must outlive the entry's own transaction, which is rolled back without an answer.
    const attempt = await transaction((own) => begin(own, { issuerId, id }, after));
    if (attempt === null) return;
    const payable = await payableRequest(tx, { issuerId, id });
    if (!payable || !(await isAsked(tx, { issuerId, id, attempt }))) return;
    const { request, card } = payable;
    const { total: amount, currency, terms } = request;
    const asked = ask(tx, card, { reference: `straight-through/${id}/${attempt}`, ...askedOfCard(request, card) });
    const { approved, failures } = await asked.catch(async (error: unknown) => {
      await noteSilence({ issuerId, id, attempt }, attempts + 1);
      throw error;
    });
    await tx.$executeRaw`
      UPDATE supplier_payments SET state = ${approved ? 'paid' : 'declined'}, amount = ${amount}::numeric,
        currency = ${currency}, failures = ${JSON.stringify(failures)}::jsonb, attempted_at = ${now()}, unanswered_at = NULL
      WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND attempt = ${attempt}`;
    if (approved) await tell(tx, request, brandName);
    await tellBuyer(tx, { issuerId, id }, approved ? 'purchase.payment.paid' : 'purchase.payment.declined');
    await appendAudit(tx, ORIGIN, {
      issuerId,
      nodeId: request.nodeId,
      entity: 'purchase_request',
      entityId: id,
      action: approved ? 'supplier_payment.paid' : 'supplier_payment.declined',
      // Why a card says no needs a right of its own (C6.032), so that the audit leaves it out.
      details: { number: numberOf(request), supplier: terms.supplier.name, amount, currency }
    });
  };
}

/** The attempt to make: the one that nobody has answered yet, or the next; null where there is nothing to pay. */
async function begin(
  tx: Transaction,
  key: { issuerId: string; id: string },
  after: number | undefined
): Promise<number | null> {
  const payable = await payableRequest(tx, key);
  if (!payable) return null;
  const { issuerId, id, total, currency } = payable.request;
  const last = await paymentOf(key, tx);
  if (last?.isOpen) return last.attempt;
  if (last?.state === 'paid' || (last && after !== undefined && last.attempt > after)) return null;
  const attempt = (last?.attempt ?? 0) + 1;
  await tx.$executeRaw`
    INSERT INTO supplier_payments (issuer_id, request_id, attempt, state, amount, currency, failures, attempted_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${attempt}, 'asked', ${total}::numeric, ${currency}, '[]', ${now()})`;
  return attempt;
}

interface AttemptKey {
  issuerId: string;
  id: string;
  attempt: number;
}

const isAsked = (tx: Transaction, { issuerId, id, attempt }: AttemptKey): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM supplier_payments
    WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND attempt = ${attempt} AND state = 'asked'`;

/**
 * Notes that nobody answered, and tells the buyer once. Each way changes the row once only: a second change in the same
 * transaction would wait for the request, which the caller holds.
 */
const noteSilence = ({ issuerId, id, attempt }: AttemptKey, questions: number): Promise<void> =>
  transaction(async (own) => {
    const isOver = questions >= PATIENT_QUESTIONS;
    const told = await own.$executeRaw`
      UPDATE supplier_payments SET attempted_at = ${now()}, unanswered_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND attempt = ${attempt} AND state = 'asked'
        AND unanswered_at IS NULL AND ${isOver}`;
    if (told === 1) await tellBuyer(own, { issuerId, id }, 'purchase.payment.unanswered');
    else
      await own.$executeRaw`
        UPDATE supplier_payments SET attempted_at = ${now()}
        WHERE issuer_id = ${issuerId}::uuid AND request_id = ${id}::uuid AND attempt = ${attempt} AND state = 'asked'`;
  });

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
  const invoices = await invoicesOf(request, tx);
  for (const to of emails)
    await queueMail(tx, issuerId, {
      template: 'supplier_paid',
      to,
      name,
      locale: language,
      brandName,
      params: { number, company, amount: `${currency} ${total}` },
      ...(invoices.length > 0 && { lines: remitted(invoices, currency) })
    });
  if (integratorId)
    await tellIntegrator(tx, {
      issuerId,
      integratorId,
      event: 'payment.sent',
      data: {
        request: number,
        company,
        supplier: name,
        merchantId: terms.supplier.merchantId,
        amount: total,
        currency,
        invoices
      }
    });
}

/** The most invoices that a mail names one by one. */
const MAILED = 100;

/** The invoices of a remittance as lines of its mail: all of them, or the first and how many more there are. */
function remitted(invoices: readonly Invoice[], currency: string): { text: string; address: null }[] {
  const lines = invoices
    .slice(0, MAILED)
    .map(({ number, date, amount, orderNumber }) =>
      [number, date, `${currency} ${amount}`, orderNumber].filter(Boolean).join(' · ')
    );
  const others = invoices.length - lines.length;
  return [...lines, ...(others > 0 ? [`+ ${others}`] : [])].map((text) => ({ text, address: null }));
}
