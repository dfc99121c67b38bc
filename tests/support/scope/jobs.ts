import { randomUUID } from 'node:crypto';
import { bulkProgress, bulkRemarks } from '@/lib/kit/bulk/do-bulk';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { jobProgress, OWN_JOBS, runningJobs } from '@/lib/kit/jobs/own-jobs';
import { forgetView, savedViews } from '@/lib/kit/listing/saved-views';
import { broughtFile, dropBroughtFile, keepCheck, keptCheck } from '@/lib/kit/setup/brought-files';
import { checkFile } from '@/lib/kit/setup/check-file';
import { entityNamed } from '@/lib/kit/setup/entities';
import { ORIGIN } from '../module-world';
import { READER } from '../setup';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Owned {
  id: string;
  kind: 'job' | 'view' | 'file';
  ownerId: string;
}
const made = new WeakMap<ScopeWorld, Owned[]>();
const ownedIn = (world: ScopeWorld, kind: Owned['kind']) => (made.get(world) ?? []).filter((one) => one.kind === kind);
const ownOf = (kind: Owned['kind']) => (watcher: Watcher, world: ScopeWorld) =>
  ownedIn(world, kind)
    .filter(({ ownerId }) => ownerId === watcher.principal.userId)
    .map(idOf);

/** An id in letters: a kind of job of its own, in each of the worlds of a database. */
const lettersOf = (id: string) =>
  id.replaceAll('-', '').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);

/** Jobs, saved views and files brought for an import: whose they are, and nobody else's, whatever part one has. */
export const jobs: ScopeModule = {
  name: 'jobs',
  async populate(world) {
    const { database, placeOf } = world;
    const owned: Owned[] = [];
    for (const { principal, stands } of world.watchers) {
      const { issuerId, userId: ownerId } = principal;
      const nodeId = stands === 'everything' ? issuerId : stands[0];
      const [job, view, file] = [randomUUID(), randomUUID(), randomUUID()];
      await database.query(
        "INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, payload) VALUES ($1, $2, $3, $4, $5, '{}')",
        [issuerId, job, `test.of.watcher.${lettersOf(job)}`, nodeId, ownerId]
      );
      await database.query(
        "INSERT INTO saved_views (issuer_id, id, user_id, listing, name, query) VALUES ($1, $2, $3, 'accounts', 'Mine', '')",
        [issuerId, view, ownerId]
      );
      await database.query(
        `INSERT INTO files (issuer_id, id, name, media_type, bytes, owner_user_id, created_at, expires_at)
         VALUES ($1, $2, 'x.csv', 'application/x-set-up-records', 'x', $3, now(), now() + interval '1 day')`,
        [issuerId, file, ownerId]
      );
      for (const [kind, id] of Object.entries({ job, view, file })) {
        placeOf.set(id, `owned by ${ownerId}`);
        owned.push({ id, kind: kind as Owned['kind'], ownerId });
      }
    }
    made.set(world, owned);
  },
  isSeen: ({ principal }, id, world) =>
    (made.get(world) ?? []).some((one) => one.id === id && one.ownerId === principal.userId),
  readers: {
    OWN_JOBS: (principal, world) => exported(principal, OWN_JOBS, world),
    jobProgress: async (principal, world) =>
      (await Promise.all(ownedIn(world, 'job').map(({ id }) => jobProgress(principal, id)))).flatMap(
        (job) => job?.id ?? []
      ),
    runningJobs: async (principal, world) => {
      const own = ownedIn(world, 'job').filter(({ ownerId }) => ownerId === principal.userId);
      const count = await runningJobs(principal);
      if (count !== own.length) throw new Error(`${count} jobs are told of, and ${own.length} are one's own`);
      return [];
    },
    bulkProgress: async (principal, world) =>
      (await Promise.all(ownedIn(world, 'job').map(({ id }) => bulkProgress(principal, id)))).flatMap(
        (job) => job?.id ?? []
      ),
    bulkRemarks: async (principal, world) => {
      const told = ownedIn(world, 'job').map(async ({ id }) => ((await bulkRemarks(principal, id)) ? [id] : []));
      return (await Promise.all(told)).flat();
    },
    savedViews: async (principal) => (await savedViews(principal, 'accounts')).map(idOf),
    broughtFile: async (principal, world) => {
      const files = ownedIn(world, 'file').map(async ({ id }) => ((await broughtFile(principal, id)) ? [id] : []));
      return (await Promise.all(files)).flat();
    },
    keptCheck: async (principal, world) => {
      const files = ownedIn(world, 'file').map(async ({ id }) => ((await keptCheck(principal, id)) ? [id] : []));
      return (await Promise.all(files)).flat();
    },
    checkFile: async (principal, world) => {
      const entity = entityNamed('tax-rate');
      const seen: string[] = [];
      // One after another: of several at once, one is looked into.
      for (const { id } of ownedIn(world, 'file'))
        if (await checkFile(principal, entity, { issuerId: principal.issuerId }, id, READER, ORIGIN)) seen.push(id);
      return seen;
    }
  },
  complete: { jobProgress: ownOf('job'), savedViews: ownOf('view') },
  writes: {
    cancelJob: (principal, id) => cancelJob(principal, id, ORIGIN),
    'forgetView, keepCheck and dropBroughtFile': async (principal, id) => {
      await forgetView(principal, id);
      await keepCheck(principal, id, { for: 'tried', outcome: { code: 'not.found' } });
      await dropBroughtFile(principal, id);
      return { ok: false };
    }
  },
  targets: (world) => (made.get(world) ?? []).map(idOf)
};
