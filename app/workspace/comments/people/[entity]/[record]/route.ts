import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { fullName } from '@/lib/directory/people/user-record';
import { commentableEntity } from '@/lib/kit/comments/commentable';
import { findReaders } from '@/lib/kit/comments/find-readers';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

/** Those who can be mentioned in a comment on a record, for a search field: an array of `{ value, label, detail }`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ entity: commentableEntity, record: z.guid() }),
    query: z.object({ q: z.string().max(80, 'too.long').default('') }),
    async handle({ actor, params: { entity, record }, query }) {
      const found = await findReaders(COMMENTABLES, await principalOf(actor), { entity, id: record }, query.q);
      return json(found.map((each) => ({ value: each.id, label: fullName(each), detail: each.userId })));
    }
  })
});
