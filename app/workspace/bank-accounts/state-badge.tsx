import type { Translate } from '@/lib/core/language/texts';
import type { WalletAccountState } from '@/lib/money/wallet/states';
import { Badge } from '../ui/badge';

const TONES = {
  proposed: 'warning',
  declined: 'bad',
  added: 'warning',
  validating: 'warning',
  usable: 'good',
  blocked: 'bad'
} as const;

/** The state of a bank account in words. */
export const BankAccountBadge = ({ state, t }: { state: WalletAccountState; t: Translate }) => (
  <Badge tone={TONES[state]}>{t(`bank.account.state.${state}`)}</Badge>
);
