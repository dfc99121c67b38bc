import type { Translate } from '@/lib/core/language/texts';
import { Badge } from '../ui/badge';

/** What a card answered in a word. */
export const AnswerBadge = ({ t, approved }: { t: Translate; approved: boolean }) => (
  <Badge tone={approved ? 'good' : 'bad'}>
    {t(approved ? 'authorization.answer.approved' : 'authorization.answer.declined')}
  </Badge>
);
