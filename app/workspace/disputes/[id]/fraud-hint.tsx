import { may } from '@/lib/access/policy/principal';
import { ACCOUNT } from '@/lib/directory/structure/account-states';
import { seenAccount } from '@/lib/directory/structure/accounts';
import type { Dispute } from '@/lib/money/disputes/disputes';
import { offeredReasons } from '@/lib/money/disputes/reasons';
import { familyOf } from '@/lib/money/disputes/situations';
import { LIVE } from '@/lib/money/disputes/states';
import type { signedInPrincipal } from '../../signed-in';
import { Notice } from '../../ui/notice';

interface Props {
  dispute: Dispute;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** While a charge is disputed as fraud and its card still works: to suspend the card, or whom to ask. */
export async function FraudHint({ dispute: { issuerId, accountId, reasonId, state }, page: { principal, t } }: Props) {
  if (!LIVE.includes(state)) return null;
  const reason = (await offeredReasons(issuerId)).find(({ id }) => id === reasonId);
  if (familyOf(reason?.situation ?? '') !== 'fraud') return null;
  const account = await seenAccount(principal, accountId);
  if (!account || ACCOUNT.after(account.state, 'suspend') === null) return null;
  if (!may(principal, 'accounts', 'modify')) return <Notice kind="hint">{t('dispute.fraud.ask')}</Notice>;
  return (
    <Notice kind="hint">
      {t('dispute.fraud.suspend')} <a href={`/workspace/structure/${accountId}`}>{t('dispute.fraud.card')}</a>
    </Notice>
  );
}
