import type { Translate } from '@/lib/core/language/texts';
import { KINDS, SCHEMES, walletAccountSchemas } from '@/lib/money/wallet/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

const IBAN = { field: 'scheme', equals: 'iban' } as const;
const US = { field: 'scheme', equals: 'us' } as const;

/** The form of a bank account: its scheme, what that asks for, and whose it is (C3.029). */
export function walletFields(t: Translate): FieldSpec[] {
  const iban: FieldSpec[] = [{ name: 'iban', label: t('wallet.iban'), kind: 'text', showWhen: IBAN }];
  const us: FieldSpec[] = [
    { name: 'routingNumber', label: t('wallet.routing'), kind: 'text', half: true, showWhen: US },
    { name: 'accountNumber', label: t('wallet.number'), kind: 'text', half: true, showWhen: US },
    {
      name: 'kind',
      label: t('wallet.kind'),
      kind: 'radio',
      inRow: true,
      options: KINDS.map((kind) => ({ value: kind, label: t(`wallet.kind.${kind}`) })),
      showWhen: US
    }
  ];
  const shared: FieldSpec[] = [
    { name: 'holderName', label: t('wallet.holder'), kind: 'text', half: true },
    { name: 'nickname', label: t('wallet.nickname'), kind: 'text', half: true }
  ];
  return [
    {
      name: 'scheme',
      label: t('wallet.scheme'),
      kind: 'radio',
      required: true,
      inRow: true,
      options: SCHEMES.map((scheme) => ({ value: scheme, label: t(`wallet.scheme.${scheme}`) }))
    },
    ...constrained(walletAccountSchemas.iban, iban),
    ...constrained(walletAccountSchemas.us, us),
    ...constrained(walletAccountSchemas.us, shared)
  ];
}

/** The amounts of the two micro-entries of an account. */
export const amountFields = (t: Translate): FieldSpec[] =>
  (['first', 'second'] as const).map((name) => ({
    name,
    label: t(`wallet.amount.${name}`),
    kind: 'money',
    currency: 'USD',
    required: true,
    half: true,
    min: 0.01,
    max: 0.99
  }));
