import type { Translate } from '@/lib/core/language/texts';
import type { TripStatus } from '@/lib/money/business-trips/trips';
import { Badge } from '../ui/badge';

const TONES = { planned: 'neutral', under_way: 'info', over: 'warning', reported: 'good' } as const;

/** How far a trip is, in a word or two. */
export const TripBadge = ({ status, t }: { status: TripStatus; t: Translate }) => (
  <Badge tone={TONES[status]}>{t(`business.trip.status.${status}`)}</Badge>
);
