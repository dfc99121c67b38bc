import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { attachmentsOf, openAttachment } from '@/lib/kit/attachments/attachments';
import { openPreview } from '@/lib/kit/attachments/previews/open-preview';
import { sealedPicture } from '@/lib/kit/attachments/previews/sealed-picture';
import { removeAttachment } from '@/lib/kit/attachments/remove-attachment';
import { aReceipt, sentFile } from '../attachments';
import { ORIGIN } from '../module-world';
import { aTransaction } from '../transactions';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

/** The record of each attachment of a world. */
const made = new WeakMap<ScopeWorld, Map<string, AttachedTo>>();
const attachedIn = (world: ScopeWorld) => made.get(world) ?? new Map<string, AttachedTo>();
const recordOf = (world: ScopeWorld, id: string): AttachedTo =>
  attachedIn(world).get(id) ?? { entity: 'transaction', id };

/** Attachments lie at their record. */
export const attachments: ScopeModule = {
  name: 'attachments',
  async populate(world) {
    const kept = new Map<string, AttachedTo>();
    for (const account of world.all('account')) {
      const { id: recordId, issuerId } = await aTransaction(world.database, account);
      const [row] = await world.database.query<{ id: string }>(
        `WITH file AS (
           INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
           VALUES ($1, gen_random_uuid(), 'a.png', 'image/png', 1, sha256('x')) RETURNING id
         )
         INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256,
           added_by, added_at)
         SELECT $1, gen_random_uuid(), 'transaction', $2, 1, file.id, 'a.png', 'image/png', 1, sha256('x'), $2, now() FROM file
         RETURNING id`,
        [issuerId, recordId]
      );
      const id = row?.id as string;
      await world.database.query(
        `INSERT INTO attachment_previews (issuer_id, attachment_id, state, added_at, thumbnail)
         VALUES ($1, $2, 'made', now(), $3)`,
        [issuerId, id, sealedPicture({ issuerId, attachmentId: id }, 0, Buffer.from('picture'))]
      );
      world.placeOf.set(recordId, account.id);
      world.placeOf.set(id, account.id);
      kept.set(id, { entity: 'transaction', id: recordId });
    }
    made.set(world, kept);
  },
  readers: {
    attachmentsOf: async (principal, world) => {
      const found = [...attachedIn(world).values()].map((to) => attachmentsOf(ATTACHABLES, principal, to));
      return (await Promise.all(found)).flatMap((one) => one?.attachments.map(({ id }) => id) ?? []);
    },
    openAttachment: async (principal, world) => {
      const opened = [...attachedIn(world)].map(async ([id, to]) =>
        (await openAttachment(ATTACHABLES, principal, to, id)) ? [id] : []
      );
      return (await Promise.all(opened)).flat();
    },
    openPreview: async (principal, world) => {
      const opened = [...attachedIn(world)].map(async ([id, to]) =>
        (await openPreview(ATTACHABLES, principal, to, { id, page: 0 })) ? [id] : []
      );
      return (await Promise.all(opened)).flat();
    }
  },
  complete: Object.fromEntries(
    ['attachmentsOf', 'openAttachment', 'openPreview'].map((reader) => [
      reader,
      (watcher, world) =>
        watcher.stands === 'everything' ? null : [...attachedIn(world).keys()].filter((id) => world.sees(watcher, id))
    ])
  ) satisfies ScopeModule['complete'],
  writes: {
    addAttachment: (principal, id, world) =>
      addAttachment(ATTACHABLES, principal, recordOf(world, id), sentFile(aReceipt()), ORIGIN),
    removeAttachment: (principal, id, world) =>
      removeAttachment(ATTACHABLES, principal, recordOf(world, id), id, ORIGIN)
  },
  targets: (world) => [...attachedIn(world).keys()]
};
