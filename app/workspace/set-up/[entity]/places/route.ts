import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { readAddress } from '@/lib/kit/setup/address';
import { assignedPlaces } from '@/lib/kit/setup/assigned-places';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';
import { shownPlaces } from '../../shown-places';

const asked = z.object({
  under: z.guid().optional(),
  text: z
    .string()
    .trim()
    .max(80)
    .transform((text) => text.replaceAll('\0', ''))
    .optional(),
  assigned: z.literal('yes').optional(),
  after: z.guid().optional()
});

/** The places where a record can be assigned: those inside one, or those that a text finds. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    async handle({ request, url, params, actor }) {
      const query = Object.fromEntries(url.searchParams);
      const [entity, address, read] = [ENTITIES.get(params.entity ?? ''), readAddress(query), asked.safeParse(query)];
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const places =
        entity && address && read.success
          ? await assignedPlaces(principal, entity, address, {
              ...read.data,
              onlyAssigned: read.data.assigned === 'yes'
            })
          : null;
      if (!places) return errors(404, [{ code: 'not.found' }], request);
      return Response.json(shownPlaces(t, places), { headers: { 'cache-control': 'no-store' } });
    }
  })
});
