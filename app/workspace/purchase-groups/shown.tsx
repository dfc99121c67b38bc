import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { Section } from '@/lib/money/purchasing/groups/sections';
import { type GroupState, STATE_TEXTS } from '@/lib/money/purchasing/groups/states';
import { Badge } from '../ui/badge';

export const LIST = '/workspace/purchase-groups';
export const groupHref = (id: string) => `${LIST}/${id}`;

const TONES = { in_progress: 'warning', active: 'good', inactive: 'neutral' } as const satisfies Record<
  GroupState,
  string
>;

/** The state of a group in a word or two. */
export const GroupBadge = ({ t, state }: { t: Translate; state: GroupState }) => (
  <Badge tone={TONES[state]}>{t(STATE_TEXTS[state])}</Badge>
);

/** The headings of the sections. */
export const SECTION_LABELS = {
  details: 'setup.details',
  users: 'users.title',
  approvals: 'approval.level.members',
  types: 'setup.entity.purchase.type.many',
  templates: 'setup.entity.purchase.template.many'
} as const satisfies Record<Section, TextKey>;
