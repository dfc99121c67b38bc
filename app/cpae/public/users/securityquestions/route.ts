import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { chooseLocale } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';
import { tooManyLookups } from '@/lib/identity/lookup-limit';
import { securityQuestionSchema } from '@/lib/identity/recovery-schema';
import { questionOf } from '@/lib/identity/security-questions';
import { pageRequest } from '../../../../sdportal/page-request';

/** The security question of a user id (P7.011, P3.011), invented for who has none (PD.2). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyLookups,
    body: { kind: 'json-or-text', schema: securityQuestionSchema, limit: 1_024 },
    async handle({ request, body }) {
      const page = await pageRequest(request);
      const { brand } = page;
      const locale = chooseLocale(brand.locales, body.locale ?? page.locale, request.headers.get('accept-language'));
      const questionId = await questionOf(body.userId);
      const t = translator(locale, brand.texts[locale]);
      return json({ questionId, questionText: t(`security.question.${questionId}`), questionResponse: '' });
    }
  })
});
