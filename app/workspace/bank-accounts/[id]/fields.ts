import type { Translate } from '@/lib/core/language/texts';
import { declineAccountSchema } from '@/lib/money/wallet/decide-account';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

/** Why a bank account is declined. */
export const declineFields = (t: Translate): FieldSpec[] =>
  constrained(declineAccountSchema, [
    { name: 'reason', label: t('bank.account.reason'), kind: 'textarea', rows: 3, hint: t('bank.account.reason.hint') }
  ]);
