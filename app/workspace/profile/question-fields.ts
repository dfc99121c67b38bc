import { z } from 'zod';
import type { Brand } from '@/lib/brand/brands/directory';
import type { Translate } from '@/lib/core/language/texts';
import {
  answerSchema,
  QUESTIONS,
  questionIdSchema,
  RESET_ANSWER_RULE
} from '@/lib/sign-in/challenge/security-questions';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

export const questionSchema = z.object({
  questionId: questionIdSchema,
  answer: answerSchema({ resetsPassword: false }),
  password: passwordSchema
});

/** The fields of a security question, its answer, and the password that confirms them. */
export const questionFields = (t: Translate, brand: Brand): FieldSpec[] =>
  constrained(questionSchema, [
    {
      name: 'questionId',
      label: t('profile.question.choose'),
      kind: 'select',
      options: QUESTIONS.map((value) => ({ value, label: t(`security.question.${value}`) }))
    },
    {
      name: 'answer',
      label: t('profile.question.answer'),
      kind: 'text',
      // Where it replaces a forgotten password, it must be longer (C5.010).
      hint: t(brand.passwordResetLink ? 'profile.question.answer.rule' : RESET_ANSWER_RULE),
      autoComplete: 'off'
    },
    { name: 'password', label: t('profile.question.password'), kind: 'password', autoComplete: 'current-password' }
  ]);
