import { z } from 'zod';
import { principalOf } from '@/lib/access/principal';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { SEED_FILE_TYPE, seedFile } from '@/lib/identity/seed-file';
import { signedInActor } from '@/lib/identity/session-cookie';
import { idSchema } from '@/lib/people/schema';
import { handOutSoftToken } from '@/lib/people/security/two-factor';
import { seeOther } from '../../../../../sdportal/portal-form';

/** Hands the seed file of a user's waiting soft token to the administrator, once (C2.002). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    auth: signedInActor,
    params: z.object({ id: idSchema }),
    async handle({ request, actor, params: { id } }) {
      const handed = await handOutSoftToken(await principalOf(actor), id, originOf(request.headers));
      if (!handed.ok) return seeOther(`/workspace/people/${id}/sign-in-security?refused=${handed.refusal.code}`);
      return new Response(seedFile(handed.value), {
        headers: {
          'content-type': SEED_FILE_TYPE,
          'content-disposition': `attachment; filename="soft-token-${handed.value.serialNumber}.xml"`,
          'cache-control': 'no-store'
        }
      });
    }
  })
});
