import { z } from 'zod';
import { footerIn } from '@/lib/brand/brands/complete';
import { brandNameOrAbbreviation, findBrand } from '@/lib/brand/brands/resolve';
import { FOOTER_LAYOUTS, footerSchema } from '@/lib/brand/brands/schema';
import { themeSchema } from '@/lib/brand/brands/theme';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { cookieOf } from '@/lib/core/http/cookies';
import { chooseLocale, LOCALES } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';

const schema = z.strictObject({
  name: z.string(),
  abbreviation: z.string(),
  appName: z.string(),
  signInToLabel: z.string(),
  fssoRedirectUrl: z.string().meta({ description: 'Where sign-in goes on with the brand itself; empty: here.' }),
  companySelfRegisterSupported: z.boolean(),
  prospectiveAccountApplicationSupported: z.boolean(),
  ...footerSchema.shape,
  locales: z.array(z.enum(LOCALES)).meta({ description: 'The first is the one of who asks for no other.' }),
  footerLayout: z.enum(FOOTER_LAYOUTS),
  theme: themeSchema
});

/**
 * The brand's public data (P7.020, PD.6); its footer and sign-in label are in the caller's language if the brand has
 * them in it.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getBrand',
      tag: 'Brand',
      summary: 'The public data of a brand',
      rules: ['P7.020', 'P3.016'],
      answers: { 200: { description: 'The brand, with everything it inherits.', schema } },
      refusals: { 404: 'No brand has this name or abbreviation.' },
      example: { parameters: { name: 'tessera' } }
    },

    params: z.object({ name: brandNameOrAbbreviation }),
    async handle({ request, params }) {
      const brand = await findBrand(params.name);
      if (!brand) return errors(404, [{ code: 'not.found' }], request);
      const locale = chooseLocale(
        brand.locales,
        cookieOf(request.headers, 'user_locale'),
        request.headers.get('accept-language')
      );
      const t = translator(locale, brand.texts[locale]);
      return json({
        name: brand.name,
        abbreviation: brand.abbreviation,
        appName: brand.appName,
        signInToLabel: brand.signInToLabel ?? t('sign.in.to'),
        fssoRedirectUrl: brand.fssoRedirectUrl,
        companySelfRegisterSupported: brand.companySelfRegisterSupported,
        prospectiveAccountApplicationSupported: brand.prospectiveAccountApplicationSupported,
        ...footerIn(brand, locale),
        locales: brand.locales,
        footerLayout: brand.footerLayout,
        theme: brand.theme
      });
    }
  })
});
