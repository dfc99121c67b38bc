import { z } from 'zod';
import { principalOf } from '@/lib/access/principal';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { signedInActor } from '@/lib/identity/session-cookie';
import { switchRole } from '@/lib/people/own-roles';
import { idSchema } from '@/lib/people/schema';
import { seeOther } from '../../../../sdportal/portal-form';
import { inSession } from '../../session-answer';

/** Puts a person into another of their roles (C6.016). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    auth: signedInActor,
    body: { kind: 'form', schema: z.object({ assignment: idSchema }), limit: 1_024 },
    async handle({ request, actor, body }) {
      const result = await switchRole(await principalOf(actor), body.assignment, originOf(request.headers));
      if (!result.ok) return seeOther(`/workspace/people/own-roles?refused=${result.refusal.code}`);
      const to = '/workspace/people/own-roles?done=switched';
      return result.value ? inSession(request, result.value, to) : seeOther(to);
    }
  })
});
