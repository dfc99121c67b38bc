import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { recordsOf } from '../../kit/setup/records-of';
import disputeReason from './entities/dispute-reason';
import disputeReasonField from './entities/dispute-reason-field';

/** The time limit of a reason that has none of its own, in days from posting. */
const USUAL_DAYS = 60;

/** A field of a reason. */
export interface ReasonField {
  id: string;
  label: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  mandatory: boolean;
}

/** A reason for a dispute, as its form offers it (C2.088, C3.079). */
export interface Reason {
  id: string;
  code: string;
  name: string;
  /** The answer in the form that proposes it. */
  situation: string | null;
  networkCode: string | null;
  /** Days from posting in which a dispute can be submitted. */
  days: number;
  /** Days after the transaction before a dispute can be submitted. */
  waitDays: number;
  /** Whether the merchant must have been contacted. */
  contact: boolean;
  fields: ReasonField[];
}

/** The active reasons of an issuer with their active fields, in their order. */
export async function offeredReasons(issuerId: string, tx: Transaction = database()): Promise<Reason[]> {
  const reasons = await recordsOf(tx, disputeReason)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.active ORDER BY r.position, r.id`;
  const fields = groupBy(
    await recordsOf(tx, disputeReasonField)`
      WHERE r.issuer_id = ${issuerId}::uuid AND r.active ORDER BY r.position, r.id`,
    ({ parentId }) => parentId ?? ''
  );
  return reasons.map(({ id, values }) => ({
    id,
    code: values.code,
    name: values.name,
    situation: values.situation,
    networkCode: values.networkCode,
    days: values.days ?? USUAL_DAYS,
    waitDays: values.waitDays ?? 0,
    contact: values.contact ?? false,
    fields: (fields.get(id) ?? []).map((field) => ({
      id: field.id,
      label: field.values.name,
      type: field.values.type,
      mandatory: field.values.mandatory ?? false
    }))
  }));
}
