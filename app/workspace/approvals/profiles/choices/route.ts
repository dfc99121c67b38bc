import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { nodesFor } from '@/lib/money/approvals/profile-places';
import { findProfile } from '@/lib/money/approvals/profiles';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

const query = z.object({
  /** An existing profile; without it the companies for a new one. */
  profile: z.uuid().optional(),
  q: soughtText(80)
});

/**
 * The places that a profile can apply to, or the companies it can belong to, filtered by the typed text: an array of `{
 * value, label }`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ request, actor, query }) {
      const principal = await principalOf(actor);
      const profile = query.profile ? await findProfile(principal, query.profile) : null;
      if (query.profile && !profile) return errors(404, [{ code: 'not.found' }], request);
      const nodes = await nodesFor(principal, profile?.companyId ?? null, query.q);
      return json(nodes.map(({ id, number, name1 }) => ({ value: id, label: `${name1} · ${number}` })));
    }
  })
});
