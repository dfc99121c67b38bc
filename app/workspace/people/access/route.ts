import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { idSchema } from '@/lib/directory/people/schema';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { inSession } from '../session-answer';

/** Starts viewing the workspace as a user (C6.017). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    auth: signedInActor,
    body: { kind: 'form', schema: z.object({ user: idSchema }), limit: 1_024 },
    async handle({ request, actor, body }) {
      const result = await accessAsUser(await principalOf(actor), body.user, originOf(request.headers));
      if (!result.ok) return seeOther(`/workspace/people/${body.user}?refused=${result.refusal.code}`);
      return inSession(request, result.value, '/workspace');
    }
  })
});
