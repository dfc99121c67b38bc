import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { tooManyLookups } from '@/lib/identity/lookup-limit';
import { resetTokenStatus } from '@/lib/identity/reset-tokens';

/** What a reset link is good for (P7.010, PD.6): `{status}`; reading it uses nothing up. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    limit: tooManyLookups,
    handle: async ({ params }) => json({ status: await resetTokenStatus((params.token ?? '').slice(0, 200)) })
  })
});
