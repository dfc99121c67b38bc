import { TIME_ZONES } from '@/lib/directory/structure/schema';
import type { FieldOption } from '../ui/field-spec';

/** A time zone as people read it: `America/New York`. */
export const timeZoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** The time zones as options. */
export const timeZoneOptions = (): FieldOption[] =>
  TIME_ZONES.map((zone) => ({ value: zone, label: timeZoneName(zone) }));
