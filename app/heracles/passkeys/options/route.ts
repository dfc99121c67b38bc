import { audienceOf } from '@/lib/brand/brands/audience';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { tooManyPasskeyChallenges } from '@/lib/sign-in/account/lookup-limit';
import { passkeySignInOptions } from '@/lib/sign-in/passkey/passkey-sign-in';
import { relyingParty } from '@/lib/sign-in/passkey/relying-party';
import { keepPasskeyBrowser } from '../browser-cookie';

/** Returns the options for signing in with a passkey; 404 if the brand doesn't allow passkeys. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyPasskeyChallenges,
    async handle({ request }) {
      const { brand } = await audienceOf(request);
      const rp = await relyingParty(brand, request.headers);
      if (!rp) return errors(404, [{ code: 'passkey.failed' }], request);
      const { browser, cookie } = keepPasskeyBrowser(request.headers);
      return json(await passkeySignInOptions(rp, browser), { headers: { 'set-cookie': cookie } });
    }
  })
});
