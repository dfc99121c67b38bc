import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { search } from '@/lib/kit/search/search';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { recordAddress } from '../../record-address';
import { signedIn } from '../../signed-in';
import { detailOf } from '../details';
import type { Suggestion } from '../suggestion';

/** The number of suggestions of each kind. */
const MOST = 3;

/** The first records that match the typed text; a POST, so that no address holds the text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: workspaceActor,
    csrf: 'browser',
    body: { kind: 'json', schema: z.object({ q: z.string().max(200) }), limit: 4_096 },
    async handle({ body, actor }) {
      const [searched, { t }] = await Promise.all([
        search(SEARCHABLE, await principalOf(actor), { text: body.q, limit: MOST }),
        signedIn()
      ]);
      const groups = searched.state === 'found' ? searched.groups : [];
      const suggestions = groups.flatMap(({ kind, results }) =>
        results.map(
          (result): Suggestion => ({
            id: result.id,
            kind: t(`search.kind.${kind}`),
            name: result.name,
            detail: detailOf(result),
            href: recordAddress(result)
          })
        )
      );
      return json(suggestions);
    }
  })
});
