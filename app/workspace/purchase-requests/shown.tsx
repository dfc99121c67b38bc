import type { Translate } from '@/lib/core/language/texts';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import type { PurchaseState } from '@/lib/money/purchasing/states';
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
export const CardBadge = ({ t, state }: { t: Translate; state: VirtualCard['state'] }) => (
  <Badge tone={CARD_TONES[state]}>{t(`purchase.card.${state}`)}</Badge>
);

/** The two lists of requests. */
export const RequestTabs = ({ t, current }: { t: Translate; current: 'all' | 'approvals' }) => (
  <Tabs
    label={t('purchase.title')}
    tabs={[
      { href: LIST, label: t('purchase.title'), current: current === 'all' },
      { href: `${LIST}/approvals`, label: t('purchase.approvals'), current: current === 'approvals' }
    ]}
  />
);
