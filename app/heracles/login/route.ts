import { z } from 'zod';
import { resolveBrand } from '@/lib/brands/resolve';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { sessionTokenOf } from '@/lib/identity/session-cookie';
import { endSession } from '@/lib/identity/sessions';
import { passwordSchema, signIn } from '@/lib/identity/sign-in';
import { aliasOf } from '@/lib/identity/user-id';
import { signedInHeaders } from './signed-in-headers';

const schema = z.object({
  username: z.string('required').trim().min(1, 'required').max(80, 'too.long'),
  password: passwordSchema,
  'login-form-type': z.literal('password', 'invalid.entry')
});

/** The front door (P7.014, PD.8): a form in, the address the browser goes to out, as text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    body: { kind: 'form', schema, limit: 8_192 },
    async handle({ request, url, body }) {
      const origin = originOf(request.headers);
      const cobrandHost = url.searchParams.get('cobrandHost');
      const brand = await resolveBrand({ cobrandHost, hostname: hostnameOf(request.headers) });
      const outcome = await signIn(
        { b2BAlias: aliasOf(body.username), password: body.password, brandName: brand.name },
        origin
      );
      if (outcome.kind === 'refused') {
        const headers: Record<string, string> = outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {};
        return errors(outcome.status, [outcome.refusal], request.headers, headers);
      }
      const headers = new Headers();
      if (outcome.kind === 'signed_in') {
        // A sign-in never goes on with the session the browser came with (session fixation).
        const oldToken = await sessionTokenOf(request.headers);
        if (oldToken) await endSession(oldToken, origin);
        for (const [name, value] of await signedInHeaders(request.headers, outcome)) headers.append(name, value);
      }
      headers.set('content-type', 'text/plain; charset=utf-8');
      headers.set('cache-control', 'no-store');
      return new Response(outcome.redirect, { headers });
    }
  })
});
