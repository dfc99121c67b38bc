import { z } from 'zod';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { LOCALES } from '@/lib/core/language/locales';
import { type Bundle, bundleTexts } from '@/lib/core/language/texts';

/** Where each bundle is published below `assets/i18n/{locale}/` (P7.029). */
const BUNDLES = new Map<string, Bundle>([
  ['user-ux/PortalLabels.json', 'PortalLabels'],
  ['commercial-common-translations/com/mastercard/cp/sdng/common/resources/Messages.json', 'Messages']
]);

const CACHE = 'public, max-age=900';

/** The texts of a locale, from the same source as the pages'. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getTexts',
      tag: 'Texts',
      summary: 'A bundle of texts of the portal',
      rules: ['P7.029'],
      answers: {
        200: {
          description: 'The texts by key, in ICU message syntax.',
          schema: z.record(z.string(), z.string()),
          cache: [CACHE]
        }
      },
      refusals: { 404: 'No such locale or bundle.' },
      example: { parameters: { locale: 'en_US' } },
      addresses: {
        'user-ux/PortalLabels.json': 'getPortalLabels',
        'commercial-common-translations/com/mastercard/cp/sdng/common/resources/Messages.json': 'getMessages'
      }
    },

    params: z.object({ locale: z.enum(LOCALES), bundle: z.string() }),
    handle({ request, params }) {
      const bundle = BUNDLES.get(params.bundle);
      if (!bundle) return errors(404, [{ code: 'not.found' }], request);
      return json(bundleTexts(params.locale, bundle), { headers: { 'cache-control': CACHE } });
    }
  })
});
