import type { Translate } from '@/lib/core/language/texts';
import type { Reason, ReasonField } from '@/lib/money/disputes/reasons';
import {
  answerName,
  creditSchema,
  decisionSchema,
  disputeFormSchema,
  withdrawalSchema
} from '@/lib/money/disputes/schema';
import { DECISIONS } from '@/lib/money/disputes/states';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

const KINDS: Record<ReasonField['type'], FieldSpec['kind']> = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  boolean: 'checkbox'
};

/** The form of a dispute for a reason (C2.031). */
export const disputeFields = (t: Translate, reason: Reason, currency: string): FieldSpec[] =>
  constrained(disputeFormSchema(reason), [
    { name: 'amount', label: t('dispute.amount'), kind: 'money', currency, half: true },
    { name: 'explanation', label: t('dispute.explanation'), kind: 'textarea', rows: 4 },
    { name: 'contactedOn', label: t('dispute.contacted'), kind: 'date', half: true },
    { name: 'merchantAnswer', label: t('dispute.answer'), kind: 'text', half: true },
    ...reason.fields.map(({ id, label, type }): FieldSpec => ({ name: answerName(id), label, kind: KINDS[type] }))
  ]);

export const decisionFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(decisionSchema, [
    {
      name: 'event',
      label: t('dispute.decision'),
      kind: 'radio',
      options: DECISIONS.map((event) => ({ value: event, label: t(`dispute.${event}`) }))
    },
    {
      name: 'wonAmount',
      label: t('dispute.won.amount'),
      kind: 'money',
      currency,
      half: true,
      showWhen: { field: 'event', equals: 'win_partly' }
    },
    { name: 'reason', label: t('dispute.note'), kind: 'textarea', rows: 3, hint: t('dispute.note.hint') }
  ]);

export const withdrawalFields = (t: Translate): FieldSpec[] =>
  constrained(withdrawalSchema, [{ name: 'reason', label: t('dispute.withdraw.reason'), kind: 'textarea', rows: 3 }]);

export const creditFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(creditSchema, [
    { name: 'amount', label: t('dispute.credit.amount'), kind: 'money', currency, half: true },
    { name: 'creditedOn', label: t('dispute.credit.on'), kind: 'date', half: true }
  ]);
