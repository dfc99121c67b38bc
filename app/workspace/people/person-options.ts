import type { PlacedChoice } from '@/lib/directory/people/find-people';
import { fullName } from '@/lib/directory/people/user-record';
import type { FieldOption } from '../ui/field-spec';

/** People as the options of a field: the value is the user id. */
export const personOptions = (people: readonly PlacedChoice[]): FieldOption[] =>
  people.map((person) => ({
    value: person.userId,
    label: fullName(person),
    detail: [person.userId, person.place].filter(Boolean).join(' · ')
  }));
