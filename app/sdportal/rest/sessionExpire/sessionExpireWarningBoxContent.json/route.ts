import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { bundleTexts } from '@/lib/core/language/texts';
import { brandQuery } from '../../../brand-query';

const CACHE = 'private, max-age=900';

/** The texts of the session warning (P7.021, P3.019); {0} is for the time left. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getSessionWarning',
      tag: 'Texts',
      summary: 'The texts of the session warning',
      rules: ['P7.021', 'P3.019'],
      answers: {
        200: {
          description: 'In the language of the page; `{0}` stands for the time left.',
          schema: z.strictObject({
            sessionExpireContinueButtonLabel: z.string(),
            sessionExpireWarningBoxTitle: z.string(),
            sessionExpireLogoutButtonLabel: z.string(),
            generalSessionHelpExpireMessage: z.string(),
            generalSessionAboutToExpireMessage: z.string(),
            sessionExpirationWarningBoxPingUrl: z.string().meta({ description: 'The address of renewSession.' })
          }),
          cache: [CACHE]
        }
      }
    },

    query: brandQuery,
    async handle({ request }) {
      const { brand, locale } = await audienceOf(request);
      const texts = { ...bundleTexts(locale, 'PortalLabels'), ...brand.texts[locale] };
      const text = (name: string) => texts[`session.expire.${name}`] ?? `session.expire.${name}`;
      return json(
        {
          sessionExpireContinueButtonLabel: text('continue'),
          sessionExpireWarningBoxTitle: text('title'),
          sessionExpireLogoutButtonLabel: text('logout'),
          generalSessionHelpExpireMessage: text('help'),
          generalSessionAboutToExpireMessage: text('message'),
          sessionExpirationWarningBoxPingUrl: '/sdportal/rest/sessionExpire/pingPortal.json'
        },
        // The texts change after the user chooses another language.
        { headers: { 'cache-control': CACHE, vary: 'Cookie, Accept-Language' } }
      );
    }
  })
});
