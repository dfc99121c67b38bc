import { audienceOf } from '@/lib/brand/brands/audience';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { beginFederatedSignIn } from '@/lib/sign-in/federation/sign-in';
import { tooManyFederatedSignIns } from '@/lib/sign-in/federation/start-limit';
import { sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { backToSignIn, goOn } from '../answers';
import { brandHost } from '../brand-host';
import { browserCookie, browserOf, newBrowser } from '../browser-cookie';

/** Sends the browser to the identity provider of the brand (P2.025). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    limit: tooManyFederatedSignIns,
    async handle({ request }) {
      const { brand } = await audienceOf(request);
      const { host, here } = brandHost(brand, request.headers);
      // The provider answers to one of the brand's host names, so the cookie must be set there.
      if (!here) return goOn(`${host}/heracles/sso/start?cobrandHost=${brand.name}`);
      const browser = browserOf(request.headers) || newBrowser();
      const oldSession = await sessionTokenOf(request.headers);
      const begun = await beginFederatedSignIn(
        { brandName: brand.name, host, browser, oldSession },
        originOf(request.headers)
      );
      if (!begun) return backToSignIn(brand.name, 'failed');
      return goOn(begun.location, [browserCookie(request.headers, begun.kind, browser)]);
    }
  })
});
