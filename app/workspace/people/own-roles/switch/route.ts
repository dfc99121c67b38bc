import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { switchRole } from '@/lib/directory/people/own-roles';
import { idSchema } from '@/lib/directory/people/schema';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { inSession } from '../../session-answer';

/** The target after switching roles on each page. */
const AFTER = { roles: '/workspace/people/own-roles?done=switched', choice: '/workspace' } as const;

const schema = z.object({ assignment: idSchema, from: z.enum(['roles', 'choice']).default('roles') });

/** Switches the user to another role (C6.016). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    auth: signedInActor,
    body: { kind: 'form', schema, limit: 1_024 },
    async handle({ request, actor, body }) {
      const result = await switchRole(await principalOf(actor), body.assignment, originOf(request.headers));
      if (!result.ok) return seeOther(`/workspace/people/own-roles?refused=${result.refusal.code}`);
      const to = AFTER[body.from];
      return result.value ? inSession(request, result.value, to) : seeOther(to);
    }
  })
});
