import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { addComment } from '@/lib/kit/comments/add-comment';
import type { CommentedOn } from '@/lib/kit/comments/commentable';
import { commentsOf } from '@/lib/kit/comments/comments';
import { findReaders, readerNamed } from '@/lib/kit/comments/find-readers';
import { removeComment } from '@/lib/kit/comments/remove-comment';
import { ORIGIN } from '../module-world';
import { aTransaction } from '../transactions';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

/** The record of each comment of a world. */
const made = new WeakMap<ScopeWorld, Map<string, CommentedOn>>();
const commentsIn = (world: ScopeWorld) => made.get(world) ?? new Map<string, CommentedOn>();
const recordOf = (world: ScopeWorld, id: string): CommentedOn =>
  commentsIn(world).get(id) ?? { entity: 'transaction', id };

/** The comments of the records for which something is found. */
const where = async (world: ScopeWorld, found: (on: CommentedOn) => Promise<boolean>) =>
  (await Promise.all([...commentsIn(world)].map(async ([id, on]) => ((await found(on)) ? [id] : [])))).flat();

/** Comments lie at their record. Who reads it is found only by who sees it. */
export const comments: ScopeModule = {
  name: 'comments',
  async populate(world) {
    const kept = new Map<string, CommentedOn>();
    for (const account of world.all('account')) {
      const { id: recordId, issuerId } = await aTransaction(world.database, account);
      const [row] = await world.database.query<{ id: string }>(
        `INSERT INTO comments (issuer_id, id, entity, record_id, author_id, text, written_at)
         VALUES ($1, gen_random_uuid(), 'transaction', $2, $2, 'x', now()) RETURNING id`,
        [issuerId, recordId]
      );
      const id = row?.id as string;
      world.placeOf.set(recordId, account.id);
      world.placeOf.set(id, account.id);
      kept.set(id, { entity: 'transaction', id: recordId });
    }
    made.set(world, kept);
  },
  readers: {
    commentsOf: async (principal, world) => {
      const found = [...commentsIn(world).values()].map((on) => commentsOf(COMMENTABLES, principal, on));
      return (await Promise.all(found)).flatMap((one) => one?.comments.map(({ id }) => id) ?? []);
    },
    findReaders: (principal, world) =>
      where(world, async (on) => (await findReaders(COMMENTABLES, principal, on, '')).length > 0),
    readerNamed: (principal, world) =>
      where(world, async (on) => (await readerNamed(COMMENTABLES, principal, on, 'a')) !== null)
  },
  complete: {
    commentsOf: (watcher, world) =>
      watcher.stands === 'everything' ? null : [...commentsIn(world).keys()].filter((id) => world.sees(watcher, id))
  },
  writes: {
    addComment: (principal, id, world) =>
      addComment(COMMENTABLES, principal, recordOf(world, id), { text: 'x', mentions: [] }, ORIGIN),
    removeComment: (principal, id, world) => removeComment(COMMENTABLES, principal, recordOf(world, id), id, ORIGIN)
  },
  targets: (world) => [...commentsIn(world).keys()]
};
