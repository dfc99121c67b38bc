import { may, type Principal } from '@/lib/access/policy/principal';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import type { PurchaseState } from '@/lib/money/purchasing/states';
import { ORDER_STATES, type OrderState } from '@/lib/money/suppliers/orders-listing';
import { Badge } from '../ui/badge';
import { Tabs } from '../ui/tabs';

export const LIST = '/workspace/purchase-requests';
export const requestHref = (id: string) => `${LIST}/${id}`;

const TONES = {
  draft: 'neutral',
  pending: 'warning',
  approved: 'good',
  declined: 'bad',
  cancelled: 'neutral'
} as const satisfies Record<PurchaseState, string>;

/** The state of a request in a word. */
export const StateBadge = ({ t, state }: { t: Translate; state: PurchaseState }) => (
  <Badge tone={TONES[state]}>{t(`purchase.state.${state}`)}</Badge>
);

const CARD_TONES = { active: 'good', suspended: 'warning', closed: 'neutral' } as const;

/** The state of a card in a word. */
export const CardBadge = ({ t, state, lastFour }: { t: Translate } & Pick<VirtualCard, 'state' | 'lastFour'>) =>
  state === 'active' && lastFour === null ? (
    <Badge tone="warning">{t('purchase.card.issuing')}</Badge>
  ) : (
    <Badge tone={CARD_TONES[state]}>{t(`purchase.card.${state}`)}</Badge>
  );

const ORDER_TONES = {
  uninformed: 'neutral',
  sent: 'warning',
  opened: 'good',
  declined: 'bad',
  locked: 'bad',
  used: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
  'payment.asked': 'warning',
  'payment.unanswered': 'bad',
  'payment.declined': 'bad',
  'payment.paid': 'good'
} as const satisfies Record<OrderState, string>;

/** What a request has come to at its supplier, in a word. */
export const OrderBadge = ({ t, state }: { t: Translate; state: OrderState }) => (
  <Badge tone={ORDER_TONES[state]}>{t(ORDER_STATES[state])}</Badge>
);

/** The lists of requests and their cards that the reader may see. */
export function RequestTabs({
  page,
  current
}: {
  page: { principal: Principal; t: Translate };
  current: 'all' | 'approvals' | 'suppliers' | 'cards' | 'controls';
}) {
  const { principal, t } = page;
  const tab = (name: typeof current, href: string, label: TextKey) => ({
    href,
    label: t(label),
    current: current === name
  });
  return (
    <Tabs
      label={t('purchase.views')}
      tabs={[
        tab('all', LIST, 'purchase.title'),
        ...(may(principal, 'approvals', 'approve')
          ? [tab('approvals', `${LIST}/approvals`, 'purchase.approvals')]
          : []),
        tab('suppliers', `${LIST}/suppliers`, 'listing.supplier-orders'),
        tab('cards', `${LIST}/cards`, 'listing.virtual-cards'),
        tab('controls', `${LIST}/controls`, 'listing.card-controls')
      ]}
    />
  );
}
