import { findBrand } from '@/lib/brands/resolve';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { localeName } from '@/lib/core/locales';

/** The locales a brand offers, each with its name in English: `{"en_US": "English (United States)"}` (P7.019, PD.6). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, params }) {
      const brand = await findBrand(params.name ?? '');
      if (!brand) return errors(404, [{ code: 'not.found' }], request.headers);
      return json(Object.fromEntries(brand.locales.map((locale) => [locale, localeName(locale, 'en_US')])));
    }
  })
});
