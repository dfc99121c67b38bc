import { z } from 'zod';
import { brandNameOrAbbreviation, findBrand } from '@/lib/brand/brands/resolve';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { LOCALES, localeName } from '@/lib/core/language/locales';

/** The locales a brand offers, each with its name in English: `{"en_US": "English (United States)"}` (P7.019, PD.6). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getBrandLocales',
      tag: 'Brand',
      summary: 'The languages a brand offers',
      rules: ['P7.019', 'P3.027'],
      answers: {
        200: {
          description: 'Locale codes with their names in English, in the order of the language selector.',
          schema: z.partialRecord(z.enum(LOCALES), z.string())
        }
      },
      refusals: { 404: 'No brand has this name or abbreviation.' },
      example: { parameters: { name: 'tessera' } }
    },

    params: z.object({ name: brandNameOrAbbreviation }),
    async handle({ request, params }) {
      const brand = await findBrand(params.name);
      if (!brand) return errors(404, [{ code: 'not.found' }], request);
      return json(Object.fromEntries(brand.locales.map((locale) => [locale, localeName(locale, 'en_US')])));
    }
  })
});
