import type { Translate } from '@/lib/core/language/texts';
import type { PersonTold } from '@/lib/kit/audit/read-entry';

interface Props {
  person: PersonTold | null;
  /** The text for no person. */
  none: string;
  t: Translate;
}

/** A person by name, with the user id if the person is in the reader's part of the structure. */
export function Person({ person, none, t }: Props) {
  if (!person) return none;
  return `${person.name} (${person.userId ?? t('audit.out.of.part')})`;
}
