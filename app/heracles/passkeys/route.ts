import { audienceOf } from '@/lib/brand/brands/audience';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { assertionSchema } from '@/lib/sign-in/passkey/passkey-schema';
import { signInWithPasskey } from '@/lib/sign-in/passkey/passkey-sign-in';
import { relyingParty } from '@/lib/sign-in/passkey/relying-party';
import { frontDoorAnswer, signedInHeaders } from '../login/front-door';
import { passkeyBrowserOf } from './browser-cookie';

/** The front door for passkeys: takes an assertion and returns the browser's next address as text (as P7.014). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    body: { kind: 'json', schema: assertionSchema, limit: 24_576 },
    async handle({ request, body }) {
      const { brand, locale } = await audienceOf(request);
      const rp = await relyingParty(brand, request.headers);
      const browser = passkeyBrowserOf(request.headers);
      if (!rp || !browser) return errors(401, [{ code: 'passkey.failed' }], request);
      const outcome = await signInWithPasskey(body, { rp, browser, brand, locale }, originOf(request.headers));
      return frontDoorAnswer(request, outcome, await signedInHeaders(request, outcome));
    }
  })
});
