import type { Translate } from '@/lib/core/language/texts';
import type { AssignedPlaces } from '@/lib/kit/setup/assigned-places';
import type { ShownPlace } from './places-draft';

/** Places as the tree shows them, and the last of them if there are more. */
export interface ShownPlaces {
  places: ShownPlace[];
  next: string | null;
  /** How many were found. */
  told: string;
}

/** Places for the tree's client component, in the reader's language. */
export function shownPlaces(t: Translate, { places, next }: AssignedPlaces): ShownPlaces {
  return {
    next,
    told:
      places.length === 0
        ? t('form.no.match')
        : t(next === null ? 'setup.places.found' : 'setup.places.first', { count: places.length }),
    places: places.map(({ kind, number, cardNumber, around, ...place }) => ({
      ...place,
      detail: `${t(`node.kind.${kind}`)} ${number ?? cardNumber ?? ''}`.trim(),
      around: around.join(' › ')
    }))
  };
}
