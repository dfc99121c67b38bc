import { findBrand } from '@/lib/brands/resolve';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { cookieOf } from '@/lib/core/http/cookies';
import { chooseLocale } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';

/** The brand's public data (P7.020, PD.6); its sign-in label is in the caller's language where the brand has none of its own. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, params }) {
      const brand = await findBrand(params.name ?? '');
      if (!brand) return errors(404, [{ code: 'not.found' }], request.headers);
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
        ...brand.footer,
        locales: brand.locales,
        footerLayout: brand.footerLayout,
        theme: brand.theme
      });
    }
  })
});
