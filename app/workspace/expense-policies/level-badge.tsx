import type { Translate } from '@/lib/core/language/texts';
import type { Finding } from '@/lib/money/expense-policies/policy-version';
import { levelLabel } from '@/lib/money/expense-policies/rule-words';
import { Badge } from '../ui/badge';

const TONES = { note: 'neutral', explain: 'warning', refuse: 'bad' } as const;

/** What a finding does: it is noted, it asks for an explanation, or it refuses. */
export const LevelBadge = ({ level, t }: Pick<Finding, 'level'> & { t: Translate }) => (
  <Badge tone={TONES[level]}>{levelLabel(t, level)}</Badge>
);
