import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { download } from '@/lib/core/http/download';
import { attachableEntity } from '@/lib/kit/attachments/attachable';
import { openAttachment } from '@/lib/kit/attachments/attachments';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

/** Downloads a file that is attached to a record. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ entity: attachableEntity, record: z.guid(), id: z.guid() }),
    async handle({ request, params: { entity, record, id }, actor }) {
      const file = await openAttachment(ATTACHABLES, await principalOf(actor), { entity, id: record }, id);
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return download(file);
    }
  })
});
