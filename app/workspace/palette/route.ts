import { z } from 'zod';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findAccount } from '@/lib/directory/structure/find-account';
import { search } from '@/lib/kit/search/search';
import { isLikeCardNumber } from '@/lib/kit/search/sought';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { recordAddress } from '../record-address';
import { searchPage } from '../search/addresses';
import { signedIn } from '../signed-in';
import { itemOf } from './item-of';
import type { PaletteRecords } from './palette-item';
import { paletteStart } from './start';

/** The records of each kind. */
const MOST = 4;

/** The account with a whole card number, which stands in no address. */
async function cardFound(typed: string): Promise<PaletteRecords> {
  const { principal, t } = await signedIn();
  const account = await findAccount(principal, typed);
  if (!account) return { groups: [], all: null };
  const item = {
    id: account.id,
    label: t('search.kind.account'),
    href: recordAddress({ kind: 'account', ...account })
  };
  return { groups: [{ id: 'account', title: t('search.kinds.account'), items: [item] }], all: null };
}

async function recordsFound(typed: string): Promise<PaletteRecords> {
  const context = await signedIn();
  const { principal, program: features, t } = context;
  const searched = await search(SEARCHABLE, principal, { text: typed, features, limit: MOST });
  if (searched.state !== 'found') return { groups: [], all: null };
  const groups = searched.groups.map(({ kind, results }) => ({
    id: kind,
    title: t(`search.kinds.${kind}`),
    items: results.map((result) => itemOf(result, context))
  }));
  return { groups, all: groups.length > 0 ? searchPage(typed.trim()) : null };
}

/** What the command palette offers before anything is typed (GET), and the records that match a text (POST). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    handle: async () => json(await paletteStart(await signedIn()))
  }),
  // A POST, so that no address holds the text.
  POST: on({
    auth: workspaceActor,
    csrf: 'browser',
    body: { kind: 'json', schema: z.object({ q: z.string().max(200) }), limit: 4_096 },
    handle: async ({ body: { q } }) => json(await (isLikeCardNumber(q) ? cardFound(q) : recordsFound(q)))
  })
});
