import { randomUUID } from 'node:crypto';
import { applyUpload } from '@/lib/directory/structure/apply-upload';
import { startUpload } from '@/lib/directory/structure/start-upload';
import { recentUploads, seenUpload, uploadFaults, uploadRows } from '@/lib/directory/structure/uploads';
import { ORIGIN } from '../module-world';
import { aUserAt } from '../structure';
import { aStructureFile, xlsxFile } from '../uploads-file';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const uploadsOf = (world: ScopeWorld) => made.get(world) ?? [];
const file = () => xlsxFile(aStructureFile([{ kind: 'org_point', number: 'X', name1: 'x', level: '1' }]));

/** Uploads of the structure: one's own, as long as one has the part they are for. */
export const uploads: ScopeModule = {
  name: 'uploads',
  async populate(world) {
    const ids: string[] = [];
    for (const node of [...world.all('company'), ...world.all('issuer')]) {
      const owner = await aUserAt(world.database, node.kind === 'company' ? 'C' : 'I', node);
      const [id, jobId] = [randomUUID(), randomUUID()];
      await world.database.query(
        "INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, payload, status, finished_at) VALUES ($1, $2, 'structure.check', $3, $4, '{}', 'completed', now())",
        [node.issuerId, jobId, node.id, owner.id]
      );
      await world.database.query(
        `INSERT INTO structure_uploads (issuer_id, id, node_id, owner_user_id, file_name, file_sha256, status, job_id, actions)
         VALUES ($1, $2, $3, $4, 'x.xlsx', sha256('x'), 'checked', $5, '{"create": 1}')`,
        [node.issuerId, id, node.id, owner.id, jobId]
      );
      // Whose it is decides: nobody who watches owns any of these.
      world.placeOf.set(id, `owned by ${owner.id}`);
      ids.push(id);
    }
    made.set(world, ids);
  },
  isSeen: () => false,
  readers: {
    recentUploads: async (principal) => (await recentUploads(principal, 100)).map(idOf),
    seenUpload: async (principal, world) =>
      (await Promise.all(uploadsOf(world).map((id) => seenUpload(principal, id)))).flatMap((found) => found?.id ?? []),
    'rows and faults': async (principal, world) => {
      const told = uploadsOf(world).map(async (id) => {
        const parts = await Promise.all([uploadRows(principal, id), uploadFaults(principal, id)]);
        return parts.flat().length > 0 ? [id] : [];
      });
      return (await Promise.all(told)).flat();
    }
  },
  complete: { recentUploads: () => [], seenUpload: () => [] },
  writes: {
    applyUpload: (principal, id) => applyUpload(principal, id, ORIGIN),
    'startUpload at a node': (principal, id, world) =>
      startUpload(principal, nodeOf(world, principal.issuerId, id), file(), ORIGIN)
  },
  targets: uploadsOf
};

/** For the id of an upload, which is no node, a node of another issuer. */
function nodeOf(world: ScopeWorld, issuerId: string, id: string): string {
  if (!uploadsOf(world).includes(id)) return id;
  return world.all('company').find((node) => node.issuerId !== issuerId)?.id ?? id;
}
