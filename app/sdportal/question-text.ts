import type { Translate } from '@/lib/core/language/texts';
import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';
import type { QuestionId } from '@/lib/sign-in/challenge/security-questions';

/** What a challenge question asks: an issuer's own in its own words, else in the reader's language. */
export const questionText = (t: Translate, { id, text }: ChallengeQuestion): string =>
  text ?? t(`security.question.${id as QuestionId}`);
