import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { translator } from '@/lib/core/language/texts';
import { brandQuery } from '../../../brand-query';

/** The texts and the return link of the logout page (P7.026, P3.015). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getLogoutLabels',
      tag: 'Texts',
      summary: 'The texts of the logout page, and where it may lead back to',
      rules: ['P7.026', 'P3.015'],
      answers: {
        200: {
          description: 'In the language of the page.',
          schema: z.strictObject({
            'ng.you.have.been.logged.out': z.string(),
            'ng.return.to.login.screen': z.string(),
            cobrandHostInfo: z.string().meta({ description: 'The name of the brand.' }),
            fssoLogoutUrl: z.string().meta({ description: 'Empty when the brand has none.' })
          })
        }
      }
    },

    query: brandQuery,
    async handle({ request }) {
      const { brand, locale } = await audienceOf(request);
      const t = translator(locale, brand.texts[locale]);
      return json({
        'ng.you.have.been.logged.out': t('ng.you.have.been.logged.out'),
        'ng.return.to.login.screen': t('ng.return.to.login.screen'),
        cobrandHostInfo: brand.name,
        fssoLogoutUrl: brand.fssoLogoutUrl
      });
    }
  })
});
