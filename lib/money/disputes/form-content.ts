import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { fieldFaults } from '../../core/entry/field-faults';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import type { CardTransaction } from '../transactions/transactions';
import type { Answer } from './disputes';
import { offeredReasons, type Reason } from './reasons';
import { answerName, answersSchema, type DisputeEntry } from './schema';

/** A checked form, as it is stored. */
export interface FormContent extends Omit<DisputeEntry, 'answers'> {
  reasonCode: string;
  reasonName: string;
  answers: Answer[];
  fileBy: string;
}

const limitsRow = z.strictObject({
  most: z.string(),
  isTooMuch: z.boolean(),
  fileBy: z.string(),
  isLate: z.boolean(),
  isEarly: z.boolean(),
  isAhead: z.boolean()
});

/**
 * Checks the form of a dispute against its transaction and its reason: the reason is offered, its time limit and its
 * days to wait are kept, the amount is not more than was billed and not won already, the merchant was contacted where
 * the reason asks for it, and its required fields are filled in.
 */
export async function formContent(
  tx: Transaction,
  transaction: CardTransaction,
  entry: DisputeEntry
): Promise<Result<FormContent>> {
  const reason = (await offeredReasons(transaction.issuerId, tx)).find(({ id }) => id === entry.reasonId);
  if (!reason) return refused({ code: 'dispute.reason.gone', field: 'reasonId' });
  const { refusal, fileBy } = await limitsOf(tx, transaction, reason, entry);
  if (refusal) return refused(refusal);
  const answers = answersSchema(reason).safeParse(entry.answers, { reportInput: true });
  if (!answers.success) {
    const [fault] = fieldFaults(answers.error);
    return refused(fault as Refusal);
  }
  const { amount, explanation, contactedOn, merchantAnswer } = entry;
  return accepted({
    reasonId: reason.id,
    reasonCode: reason.code,
    reasonName: reason.name,
    amount,
    explanation,
    contactedOn,
    merchantAnswer,
    fileBy,
    answers: reason.fields.flatMap(({ id, label, type }) => {
      const value = answers.data[answerName(id)];
      return value === null || value === undefined ? [] : [{ id, label, type, value: String(value) }];
    })
  });
}

/** The refusal by time, amount or contact, if any, and the last day for submitting. */
async function limitsOf(
  tx: Transaction,
  { issuerId, id, postingDate, transactionDate, billedAmount }: CardTransaction,
  { days, waitDays, contact }: Reason,
  { amount, contactedOn }: DisputeEntry
): Promise<{ refusal: Refusal | null; fileBy: string }> {
  const today = Prisma.sql`${await todayAt(issuerId, tx)}::date`;
  const [limits] = await readRows(tx, limitsRow)`
    SELECT trim_scale(m.most)::text AS most, ${amount}::numeric > m.most AS "isTooMuch",
      (${postingDate}::date + ${days}::int)::text AS "fileBy", ${today} > ${postingDate}::date + ${days}::int AS "isLate",
      ${today} < ${transactionDate}::date + ${waitDays}::int AS "isEarly",
      coalesce(${contactedOn}::date > ${today}, false) AS "isAhead"
    FROM (SELECT ${billedAmount}::numeric - coalesce(sum(coalesce(d.won_amount, d.amount)), 0) AS most FROM disputes d
      WHERE d.issuer_id = ${issuerId}::uuid AND d.transaction_id = ${id}::uuid AND d.state IN ('won', 'partly_won', 'refunded')) m`;
  const { most, isTooMuch, fileBy, isLate, isEarly, isAhead } = limits as z.infer<typeof limitsRow>;
  const refusals: (Refusal | false)[] = [
    isLate && { code: 'dispute.late', field: 'reasonId' },
    isEarly && { code: 'dispute.early', field: 'reasonId', params: { days: waitDays } },
    isTooMuch && { code: 'dispute.amount.most', field: 'amount', params: { maximum: Number(most) } },
    contact && contactedOn === null && { code: 'dispute.contact.first', field: 'contactedOn' },
    isAhead && { code: 'date.invalid', field: 'contactedOn' }
  ];
  return { refusal: refusals.find((one) => one !== false) || null, fileBy };
}
