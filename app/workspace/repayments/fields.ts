import type { Translate } from '@/lib/core/language/texts';
import type { OwnRepaymentAccount } from '@/lib/money/expenses/repayments/own-account';
import type { RepaymentPayer } from '@/lib/money/expenses/repayments/payer';
import type { WalletAccount } from '@/lib/money/wallet/wallet';
import type { FieldOption, FieldSpec } from '../ui/field-spec';
import { maskedNumber } from '../wallet/masked-number';

type Named = Pick<WalletAccount, 'id' | 'nickname' | 'scheme' | 'country' | 'lastFour'>;

const named = (account: Omit<Named, 'id'>) => `${account.nickname} ${maskedNumber(account)}`;
const usable = (wallet: readonly WalletAccount[]) => wallet.filter(({ state }) => state === 'usable');

/**
 * The form of a person's own account: one of their wallet, and whether what they owe is collected from it, with the words of
 * the mandate that they give for it by that.
 */
export const ownAccountFields = (
  t: Translate,
  wallet: readonly WalletAccount[],
  chosen: OwnRepaymentAccount | null,
  mandates: ReadonlyMap<string, string>
): FieldSpec[] => [
  {
    name: 'walletAccountId',
    label: t('repayment.account.choose'),
    kind: 'select',
    required: true,
    ...(chosen && { blank: false as const }),
    options: usable(wallet).map((account) => ({ value: account.id, label: named(account) }))
  },
  { name: 'collects', label: t('repayment.collects'), kind: 'checkbox' },
  ...[...mandates.keys()].map(
    (id): FieldSpec => ({
      name: mandateField(id),
      label: t('mandate.one'),
      kind: 'read-only',
      showWhen: [
        { field: 'walletAccountId', equals: id },
        { field: 'collects', equals: true }
      ]
    })
  )
];

/** The field that shows the words of the mandate for an account. */
export const mandateField = (accountId: string) => `mandate.${accountId}`;

/** The form of a company: its payable files, or an account of the reader's wallet, besides the one that is chosen. */
export function payerFields(t: Translate, wallet: readonly WalletAccount[], { account }: RepaymentPayer): FieldSpec[] {
  const offered: Named[] = [...(account && !account.isOwn ? [account] : []), ...usable(wallet)];
  const options: FieldOption[] = offered.map((one) => ({
    value: one.id,
    label: t('repayment.way.bank', { account: named(one) })
  }));
  return [
    {
      name: 'walletAccountId',
      label: t('repayment.way'),
      kind: 'radio',
      required: true,
      options: [{ value: 'payable_file', label: t('repayment.way.payable_file') }, ...options]
    }
  ];
}
