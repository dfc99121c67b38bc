import type { Translate } from '@/lib/core/language/texts';
import type { PersonTold } from '@/lib/kit/audit/read-entry';

interface Props {
  person: PersonTold | null;
  /** What stands for nobody. */
  none: string;
  t: Translate;
}

/** Somebody by name, and by user id where they stand in the reader's part. */
export function Person({ person, none, t }: Props) {
  if (!person) return none;
  return `${person.name} (${person.userId ?? t('audit.out.of.part')})`;
}
