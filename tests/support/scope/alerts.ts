import { database } from '@/lib/core/database/database';
import { oneself } from '@/lib/directory/people/people-in-reach';
import { ownAlert, ownAlerts } from '@/lib/money/alerts/alerts';
import { changeAlertState, deleteAlert } from '@/lib/money/alerts/change-state';
import { firingsFor, ownFirings } from '@/lib/money/alerts/firings';
import { alertPlace, alertPlaces } from '@/lib/money/alerts/places';
import { previewAlert } from '@/lib/money/alerts/preview';
import { findTold, pickedTold, toldBy } from '@/lib/money/alerts/recipients';
import { alertReport } from '@/lib/money/alerts/report';
import { alertFault, changeAlert, createAlert } from '@/lib/money/alerts/save-alert';
import { alertSchema, ruleSchema } from '@/lib/money/alerts/schema';
import { snoozeAlert } from '@/lib/money/alerts/snooze';
import { aFiring, anAlert } from '../alerts';
import { ORIGIN } from '../module-world';
import { aTransaction } from '../transactions';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
  issuerId: string;
  firingId: string;
  charge: string;
}
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
/** Only these roles have alerts. */
const ROLES = ['A', 'S', 'O', 'C', 'G', 'I'];
const ownOf = ({ role, principal }: Watcher, world: ScopeWorld) =>
  madeIn(world).filter(({ ownerId }) => ROLES.includes(role) && ownerId === principal.userId);

/** An alert of somebody at a place of theirs with an account in it, which fired for a charge there. */
async function alertOf(world: ScopeWorld, { principal, stands }: Watcher): Promise<Made | null> {
  if (stands === 'everything') return null;
  const places = stands.flatMap((id) => world.nodes.get(id) ?? []);
  const account = world
    .all('account')
    .find((one) => one.issuerId === principal.issuerId && places.some(({ id }) => world.isBelow(one.id, id)));
  const place = account && places.find(({ id }) => world.isBelow(account.id, id));
  if (!account || !place) return null;
  const id = await anAlert(world.database, principal, place);
  const charge = await aTransaction(world.database, account);
  const firingId = await aFiring(world.database, id, charge);
  world.placeOf.set(charge.id, account.id);
  for (const own of [id, firingId]) world.placeOf.set(own, account.id);
  return { id, ownerId: principal.userId, issuerId: principal.issuerId, firingId, charge: charge.id };
}

const WHAT = { measure: 'charge', amount: '1', currency: 'USD' };
const entryAt = (nodeId: string) =>
  alertSchema.parse({ name: 'Another', nodeId, ...WHAT, recipients: ['nobody.at.all'] });

/** Alerts and their reports are their owner's alone (C6.026); the charges that they tell of lie where they were made. */
export const alerts: ScopeModule = {
  name: 'alerts',
  async populate(world) {
    const kept: Made[] = [];
    for (const watcher of world.watchers) {
      const one = await alertOf(world, watcher);
      if (one) kept.push(one);
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const one = madeIn(world).find((each) => each.id === id || each.firingId === id);
    return one ? ownOf(watcher, world).includes(one) : world.sees(watcher, id);
  },
  readers: {
    ownAlerts: async (principal) => (await ownAlerts(principal)).map(idOf),
    'ownAlert, toldBy, ownFirings and alertReport': async (principal, world) => {
      const seen = madeIn(world).map(async ({ id, firingId }) => {
        const report = await alertReport(principal, firingId);
        return [
          (await ownAlert(principal, id))?.id ?? [],
          (await toldBy(principal, id)).length > 0 ? id : [],
          (await ownFirings(principal, id)).map(idOf),
          report ? [report.id, ...report.charges.map(idOf)] : []
        ];
      });
      return (await Promise.all(seen)).flat(3);
    },
    firingsFor: async (principal, world) => {
      const read = madeIn(world).map(async ({ issuerId, firingId, charge }) =>
        (await firingsFor(database(), principal, { issuerId, firingIds: [firingId] })).map(() => charge)
      );
      return (await Promise.all(read)).flat();
    },
    alertPlaces: async (principal) => (await alertPlaces(principal, '')).map(idOf),
    'alertPlace and previewAlert': async (principal, world) => {
      const read = world
        .all()
        .map(async ({ id }) => [
          (await alertPlace(principal, id))?.id ?? [],
          (await previewAlert(principal, ruleSchema.parse({ nodeId: id, ...WHAT }))) ? id : []
        ]);
      return (await Promise.all(read)).flat(2);
    },
    'findTold, oneself and pickedTold': async (principal) => {
      const others = (await findTold(principal, '')).filter(({ id }) => id !== principal.userId).map(idOf);
      const picked = await pickedTold(database(), principal, ['nobody.at.all']);
      const self = (await oneself(principal)).filter(({ id }) => id !== principal.userId);
      return [...others, ...self.map(idOf), ...(picked.ok ? picked.value : [])];
    },
    alertFault: async (principal) => ((await alertFault(principal)) ? [] : [])
  },
  complete: { ownAlerts: (watcher, world) => ownOf(watcher, world).map(idOf) },
  writes: {
    createAlert: (principal, id) => createAlert(principal, entryAt(id), ORIGIN),
    changeAlert: (principal, id, world) => {
      const nodeId = world.all()[0]?.id as string;
      return changeAlert(principal, { id, version: 1, entry: entryAt(nodeId) }, ORIGIN);
    },
    changeAlertState: (principal, id) => changeAlertState(principal, { id, event: 'pause' }, ORIGIN),
    snoozeAlert: (principal, id) => snoozeAlert(principal, { id, until: null }, ORIGIN),
    deleteAlert: (principal, id) => deleteAlert(principal, id, ORIGIN)
  },
  targets: (world) => madeIn(world).map(idOf)
};
