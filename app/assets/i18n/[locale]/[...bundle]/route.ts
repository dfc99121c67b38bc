import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { isLocale } from '@/lib/core/locales';
import { type Bundle, bundleTexts } from '@/lib/core/texts';

/** Where each bundle is published below `assets/i18n/{locale}/` (P7.029). */
const BUNDLES: Record<string, Bundle> = {
  'user-ux/PortalLabels.json': 'PortalLabels',
  'commercial-common-translations/com/mastercard/cp/sdng/common/resources/Messages.json': 'Messages'
};

/** The texts of a locale, from the same source as the pages'. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    handle({ request, params }) {
      const bundle = BUNDLES[params.bundle ?? ''];
      if (!bundle || !isLocale(params.locale)) return errors(404, [{ code: 'not.found' }], request.headers);
      return json(bundleTexts(params.locale, bundle), { headers: { 'cache-control': 'public, max-age=900' } });
    }
  })
});
