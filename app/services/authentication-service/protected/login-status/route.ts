import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { translator } from '@/lib/core/language/texts';
import { LOGIN_STATUSES, loginStatuses } from '@/lib/directory/people/login-status';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { brandQuery } from '../../../../sdportal/brand-query';

/** The requirements of a sign-in that must be met on the desktop site (C8.030), for clients other than browsers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getLoginStatus',
      tag: 'Sign-in',
      summary: 'What a sign-in asks for that is done on the desktop site',
      description:
        'For clients that have no pages for it: each entry brings the sentence to show. Empty when nothing is due.',
      rules: ['C8.030'],
      answers: {
        200: {
          description: 'What is due.',
          schema: z.strictObject({
            statuses: z.array(z.strictObject({ status: z.enum(LOGIN_STATUSES), message: z.string() }))
          })
        }
      }
    },

    auth: actorAt('full', 'change_password', 'soft_token', 'new_user'),
    query: brandQuery,
    async handle({ request, actor }) {
      const { brand, locale } = await audienceOf(request);
      const t = translator(locale, brand.texts[locale]);
      const due = await loginStatuses(actor);
      return json({ statuses: due.map((status) => ({ status, message: t(`login.status.${status}`) })) });
    }
  })
});
