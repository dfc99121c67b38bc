import type { Translate } from '@/lib/core/language/texts';
import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';
import type { QuestionId } from '@/lib/sign-in/challenge/security-questions';

/** The text of a challenge question: an issuer's question in the issuer's words, else in the reader's language. */
export const questionText = (t: Translate, { id, text }: ChallengeQuestion): string =>
  text ?? t(`security.question.${id as QuestionId}`);
