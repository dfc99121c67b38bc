import { principalOf } from '@/lib/access/policy/principal';
import { contract, on } from '@/lib/core/http/contract';
import { readAddress } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { choicesFor } from '@/lib/kit/setup/field-choices';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

const SHOWN = 20;

/** The options of a reference field, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    async handle({ url, params, actor }) {
      const query = Object.fromEntries(url.searchParams);
      const [entity, address] = [ENTITIES.get(params.entity ?? ''), readAddress(query)];
      const text = (query.q ?? '').slice(0, 80).replaceAll('\0', '');
      const choices =
        entity && address
          ? await choicesFor(await principalOf(actor), entity, address, query.field ?? '', { text })
          : [];
      return Response.json(choices.slice(0, SHOWN), { headers: { 'cache-control': 'no-store' } });
    }
  })
});
