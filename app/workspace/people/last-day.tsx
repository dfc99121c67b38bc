import type { Translate } from '@/lib/core/language/texts';
import type { UserAssignment } from '@/lib/directory/people/assignments';
import { Badge } from '../ui/badge';
import type { Formats } from '../ui/formats';

interface Props {
  assignment: Pick<UserAssignment, 'lastDay' | 'isOver'>;
  t: Translate;
  format: Formats;
}

/** The last day of a role; nothing for a permanent one. */
export function LastDay({ assignment: { lastDay, isOver }, t, format }: Props) {
  if (lastDay === null) return null;
  const date = format.date(lastDay);
  return <Badge tone={isOver ? 'bad' : 'neutral'}>{t(isOver ? 'user.role.over' : 'user.role.until', { date })}</Badge>;
}
