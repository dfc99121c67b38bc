import { keyFromData } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';

/** What a challenge question asks: an issuer's own in its own words, else in the reader's language. */
export const questionText = (t: Translate, { id, text }: ChallengeQuestion): string =>
  text ?? t(keyFromData(`security.question.${id}`));
