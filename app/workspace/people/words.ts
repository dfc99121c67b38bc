import { dotted } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { LockCause, UserStatus } from '@/lib/directory/people/states';
import { fullName } from '@/lib/directory/people/user-record';

interface Named {
  name: string;
  number: string | null;
  cardNumber: string | null;
  companyName?: string | null;
}

/** A place of the structure in one line: its name, its distinguishing number and its company. */
export function placeWords({ name, number, cardNumber, companyName }: Named): string {
  const sign = cardNumber ?? number;
  return [sign ? `${name} (${sign})` : name, companyName].filter(Boolean).join(' · ');
}

/** A person in one line: the name, and the user id to distinguish equal names. */
export const personWords = (person: { firstName: string; lastName: string; userId: string }) =>
  `${fullName(person)} (${person.userId})`;

export const lockCauseWords = (t: Translate, cause: LockCause) => t(`lock.cause.${dotted(cause)}`);

/** The tone of a status. */
export const STATUS_TONES = { active: 'good', inactive: 'neutral', locked: 'bad' } as const satisfies Record<
  UserStatus,
  string
>;
