import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { bundleTexts } from '@/lib/core/texts';
import { pageRequest } from '../../../page-request';

/** The texts of the session warning (P7.021, P3.019); {0} is for the time left. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request }) {
      const { brand, locale } = await pageRequest(request);
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
        // Not the same after the person has chosen another language.
        { headers: { 'cache-control': 'private, max-age=900', vary: 'Cookie, Accept-Language' } }
      );
    }
  })
});
