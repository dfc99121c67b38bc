import type { Translate } from '@/lib/core/language/texts';
import type { BookingFile } from '@/lib/money/central-travel/files';
import { Badge } from '../../ui/badge';

/** How many bookings a file has and how many have their charges, or that it was refused. */
export const FileCounts = ({ t, file: { bookings, matched } }: { t: Translate; file: BookingFile }) =>
  bookings === 0 ? (
    <Badge tone="bad">{t('batch.state.faulty')}</Badge>
  ) : (
    t('central.travel.file.counts', { bookings, matched })
  );
