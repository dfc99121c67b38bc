import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { attachableEntity } from '@/lib/kit/attachments/attachable';
import { openPreview } from '@/lib/kit/attachments/previews/open-preview';
import { DRAWN_PAGES } from '@/lib/kit/attachments/previews/preview-columns';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

/** Sends the small picture of an attached file (page 0), or a page of a document as a picture. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({
      entity: attachableEntity,
      record: z.guid(),
      id: z.guid(),
      page: z.coerce.number().int().min(0).max(DRAWN_PAGES)
    }),
    async handle({ request, params: { entity, record, id, page }, actor }) {
      const picture = await openPreview(ATTACHABLES, await principalOf(actor), { entity, id: record }, { id, page });
      if (!picture) return errors(404, [{ code: 'not.found' }], request);
      return new Response(new Uint8Array(picture), {
        headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-store' }
      });
    }
  })
});
