import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { chooseLocale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { tooManyLookups } from '@/lib/sign-in/account/lookup-limit';
import { QUESTIONS, questionOf } from '@/lib/sign-in/challenge/security-questions';
import { questionFault } from '@/lib/sign-in/recovery/recovery';
import { securityQuestionSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';

const question = z.strictObject({
  questionId: z.enum(QUESTIONS),
  questionText: z.string().meta({ description: 'In the language of the page.' }),
  questionResponse: z.literal('').meta({ description: 'The answer is never told.' })
});

/**
 * Lists the security questions (C7.007) and returns the question of a user id (P7.011, P3.011). A user without a
 * question gets an invented one (PD.2).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getSecurityQuestions',
      tag: 'Recovery',
      summary: 'The security questions that a person can choose from',
      rules: ['C7.007', 'C3.044'],
      answers: { 200: { description: 'In the order in which they are offered.', schema: z.array(question) } }
    },

    query: brandQuery,
    async handle({ request }) {
      const { brand, locale } = await audienceOf(request);
      const t = translator(locale, brand.texts[locale]);
      const asked = (questionId: (typeof QUESTIONS)[number]) => ({
        questionId,
        questionText: t(`security.question.${questionId}`)
      });
      return json(QUESTIONS.map((questionId) => ({ ...asked(questionId), questionResponse: '' })));
    }
  }),
  POST: on({
    published: {
      id: 'getSecurityQuestion',
      tag: 'Recovery',
      summary: 'The security question of a user id',
      description: 'Who does not exist, or never chose a question, gets one all the same, and always the same.',
      rules: ['P7.011', 'P3.011', 'P3.012'],
      answers: {
        200: {
          description: 'The question.',
          schema: question
        }
      },
      refusals: { 403: 'The brand sends reset links, or the request was forged.' },
      example: { body: 'robin.example' }
    },

    csrf: 'browser',
    limit: tooManyLookups,
    body: { kind: 'json-or-text', schema: securityQuestionSchema, limit: 1_024 },
    query: brandQuery,
    async handle({ request, body }) {
      const page = await audienceOf(request);
      const { brand } = page;
      const closed = questionFault(brand);
      if (closed) return errors(403, [closed], request);
      const locale = chooseLocale(brand.locales, body.locale ?? page.locale, request.headers.get('accept-language'));
      const questionId = await questionOf(body.userId);
      const t = translator(locale, brand.texts[locale]);
      return json({ questionId, questionText: t(`security.question.${questionId}`), questionResponse: '' });
    }
  })
});
