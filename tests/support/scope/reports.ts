import { randomUUID } from 'node:crypto';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { translator } from '@/lib/core/language/texts';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { knownReport } from '@/lib/kit/reports/known-report';
import { placesToPick, placeToPick } from '@/lib/kit/reports/places';
import { printedIn } from '@/lib/kit/reports/printed';
import { countReport, previewReport } from '@/lib/kit/reports/read-report';
import { reportSource, sourceFault } from '@/lib/kit/reports/report-source';
import { deleteRun, downloadRun, isReportingStuck, lastRuns, REPORT_RUNS, seenRun } from '@/lib/kit/reports/runs';
import { changeReport, deleteReport } from '@/lib/kit/reports/save-report';
import { savedReports, seenReport } from '@/lib/kit/reports/saved-reports';
import { shareReport, unshareReport } from '@/lib/kit/reports/share-report';
import { findReaders, shareSchema, sharesOf } from '@/lib/kit/reports/shares';
import { startRun } from '@/lib/kit/reports/start-run';
import { whyRows } from '@/lib/kit/reports/why-row';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  kind: 'run' | 'report';
  ownerId: string;
  /** The place, and the person, that it is shared with, and the role that it is only for there. */
  sharedWith: string | null;
  readerId: string | null;
  onlyFor: string | null;
}
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld, kind?: Made['kind']) =>
  (made.get(world) ?? []).filter((one) => kind === undefined || one.kind === kind);

/** Everybody at a place and below, of the role that it is for, and who is named sees what is shared with them. */
function isSeenReport(
  { principal, role, stands }: Watcher,
  { ownerId, sharedWith, readerId, onlyFor }: Made,
  world: ScopeWorld
): boolean {
  if (stands === 'everything') return false;
  if ([ownerId, readerId].includes(principal.userId)) return true;
  if (onlyFor !== null && onlyFor !== role) return false;
  return stands.some(
    (stand) =>
      world.nodes.get(stand)?.issuerId === principal.issuerId && sharedWith !== null && world.isBelow(stand, sharedWith)
  );
}
const isSeen = (watcher: Watcher, one: Made, world: ScopeWorld) =>
  one.kind === 'report' ? isSeenReport(watcher, one, world) : one.ownerId === watcher.principal.userId;
const seenOf = (kind: Made['kind']) => (watcher: Watcher, world: ScopeWorld) =>
  watcher.stands === 'everything'
    ? []
    : madeIn(world, kind).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : []));

type Share = Partial<Pick<Made, 'sharedWith' | 'readerId' | 'onlyFor'>>;

async function aReport(
  world: ScopeWorld,
  issuerId: string,
  ownerId: string,
  { sharedWith = null, readerId = null, onlyFor = null }: Share = {}
): Promise<Made> {
  const id = randomUUID();
  await world.database.query(
    `INSERT INTO report_definitions (issuer_id, id, owner_user_id, name, data_set, columns, created_at, updated_at)
     VALUES ($1, $2::uuid, $3, $2::text, 'transactions', '{merchantName}', now(), now())`,
    [issuerId, id, ownerId]
  );
  if (sharedWith ?? readerId)
    await world.database.query(
      `INSERT INTO report_shares (issuer_id, id, definition_id, user_id, node_id, roles, created_at)
       VALUES ($1, $2, $2, $3, $4, $5::user_role[], now())`,
      [issuerId, id, readerId, sharedWith, onlyFor === null ? [] : [onlyFor]]
    );
  return { id, kind: 'report', ownerId, sharedWith, readerId, onlyFor };
}

async function aRun(world: ScopeWorld, { principal, stands }: Watcher): Promise<Made> {
  const id = randomUUID();
  const { issuerId, userId: ownerId } = principal;
  await world.database.query(
    `INSERT INTO report_runs (issuer_id, id, owner_user_id, scope_nodes, report, name, data_set, criteria, format, job_id,
       created_at, expires_at)
     VALUES ($1, $2::uuid, $3, $4, 'accounts', 'Accounts', 'accounts', '{}', 'csv', $2::uuid, now(), now() + interval '30 days')`,
    [issuerId, id, ownerId, stands === 'everything' ? [issuerId] : stands]
  );
  return { id, kind: 'run', ownerId, sharedWith: null, readerId: null, onlyFor: null };
}

const RENAMED = {
  name: 'Renamed',
  definition: definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName'] })
};

/** Reports are their owner's and those of the place that they are shared with; runs are their owner's alone. */
export const reports: ScopeModule = {
  name: 'reports',
  async populate(world) {
    const kept: Made[] = [];
    for (const watcher of world.watchers) {
      const { issuerId, userId } = watcher.principal;
      kept.push(await aReport(world, issuerId, userId), await aRun(world, watcher));
    }
    const inside = Array.from({ length: 4 }, () => world.random.pick(world.all('org_point')));
    for (const node of new Set([...world.all('company'), ...world.all('issuer'), ...inside])) {
      const [owner] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [node.issuerId]
      );
      if (!owner) continue;
      const onlyFor = world.random.pick([null, 'A', 'O', 'C']);
      kept.push(await aReport(world, node.issuerId, owner.id, { sharedWith: node.id, onlyFor }));
    }
    for (const { principal } of world.watchers) {
      const { issuerId, userId } = world.random.pick(world.watchers).principal;
      if (issuerId === principal.issuerId)
        kept.push(await aReport(world, issuerId, userId, { readerId: principal.userId }));
    }
    for (const { id, ownerId, sharedWith } of kept) world.placeOf.set(id, sharedWith ?? `owned by ${ownerId}`);
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const one = madeIn(world).find((candidate) => candidate.id === id);
    return one ? isSeen(watcher, one, world) : world.sees(watcher, id);
  },
  readers: {
    savedReports: async (principal) => (await savedReports(principal)).map(idOf),
    'seenReport and knownReport': async (principal, world) => {
      const seen = madeIn(world).map(async ({ id }) => [
        (await seenReport(principal, id))?.id ?? [],
        (await knownReport(LISTS, STANDARD_REPORTS, principal, id))?.id ?? []
      ]);
      return (await Promise.all(seen)).flat(2);
    },
    sharesOf: async (principal, world) => {
      const seen = madeIn(world, 'report').map(async ({ id }) =>
        (await sharesOf(principal, id)).length > 0 ? id : []
      );
      return (await Promise.all(seen)).flat();
    },
    findReaders: async (principal) =>
      (await findReaders(principal, '')).filter(({ id }) => id !== principal.userId).map(idOf),
    'placesToPick and placeToPick': async (principal, world) => {
      const some = Array.from({ length: 10 }, () => world.random.pick(world.all()));
      const one = some.map(async ({ id }) => (await placeToPick(principal, id))?.id ?? []);
      return [...(await placesToPick(principal, '')).map(idOf), ...(await Promise.all(one)).flat()];
    },
    REPORT_RUNS: (principal, world) => exported(principal, REPORT_RUNS, world),
    'seenRun and downloadRun': async (principal, world) => {
      const seen = madeIn(world).map(async ({ id }) => [
        (await seenRun(principal, id))?.id ?? [],
        (await downloadRun(principal, id, ORIGIN)) ? id : []
      ]);
      return (await Promise.all(seen)).flat(2);
    },
    'the preview of a report': async (principal, world) => {
      const told: string[] = [];
      for (const groups of [[], ['merchantName', 'account']]) {
        const columns = ['sourceReference', 'account', 'billedAmount'];
        const definition = definitionSchema.parse({ dataSet: 'transactions', columns, groups });
        const source = reportSource(LISTS, principal, definition);
        if (!source || (await sourceFault(principal, source))) continue;
        const rows = await previewReport(principal, source);
        // The rows that are counted are those that are seen.
        const count = await countReport(principal, source);
        if (rows.length < 50 && count !== rows.length)
          throw new Error(`${count} rows are counted, ${rows.length} seen`);
        told.push(JSON.stringify(rows));
      }
      return [...world.placeOf.keys()].filter((id) => told.some((text) => text.includes(id)));
    },
    whyRows: async (principal, world) => {
      const definition = definitionSchema.parse({ dataSet: 'transactions', columns: ['sourceReference'] });
      const source = reportSource(LISTS, principal, definition);
      if (!source) return [];
      const t = translator('en_US');
      const ids = [...world.placeOf.keys()];
      const some = Array.from({ length: 20 }, () => world.random.pick(ids));
      const known = some.map(async (id) =>
        (await whyRows(principal, source, id, t, printedIn('en_US', 'UTC', t))).length > 0 ? id : []
      );
      return (await Promise.all(known)).flat();
    },
    lastRuns: async (principal) => (await lastRuns(principal, 1000)).map(idOf),
    isReportingStuck: async (principal) => {
      if (await isReportingStuck(principal)) throw new Error('no run waits');
      return [];
    }
  },
  complete: { savedReports: seenOf('report'), 'seenRun and downloadRun': seenOf('run') },
  writes: {
    changeReport: (principal, id) => changeReport(LISTS, principal, { id, version: 7 }, RENAMED, ORIGIN),
    shareReport: (principal, id) =>
      shareReport(
        principal,
        { id, entry: shareSchema.parse({ by: 'place', nodeId: principal.scope.subtrees[0]?.nodeId ?? id }) },
        ORIGIN
      ),
    unshareReport: (principal, id) => unshareReport(principal, { id, shareId: id }, ORIGIN),
    deleteReport: (principal, id) => deleteReport(principal, id, ORIGIN),
    deleteRun: (principal, id) => deleteRun(principal, id, ORIGIN),
    startRun: (principal, report) =>
      startRun(LISTS, STANDARD_REPORTS, principal, { report, criteria: { format: 'csv' }, locale: 'en_US' }, ORIGIN)
  },
  targets: (world) => madeIn(world).map(idOf)
};
