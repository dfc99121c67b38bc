import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { assignPlaces } from '@/lib/kit/setup/assign-places';
import { assignedPlaces, firstPlaces, type PlacesAsked } from '@/lib/kit/setup/assigned-places';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { ENTITIES, entityNamed } from '@/lib/kit/setup/entities';
import { exportRecords } from '@/lib/kit/setup/export-records';
import { choicesFor } from '@/lib/kit/setup/field-choices';
import { followRecord } from '@/lib/kit/setup/follow-record';
import { recordGrid, saveGrid } from '@/lib/kit/setup/grid';
import { importRecords } from '@/lib/kit/setup/import-records';
import { moveRecord } from '@/lib/kit/setup/move-record';
import { ownersSeen } from '@/lib/kit/setup/owners';
import { fileOfRecord } from '@/lib/kit/setup/record-files';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { recordSeen } from '@/lib/kit/setup/records';
import { ORIGIN } from '../module-world';
import { READER, recordsOf } from '../setup';
import type { StructureNode } from '../structure';
import { idOf, listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Kept {
  id: string;
  entity: string;
  owner: StructureNode;
  name: string;
}
const KINDS = {
  'tax-rate': 'company',
  scheme: 'company',
  'email-template': 'issuer',
  'reason-code': 'issuer'
} as const;
const made = new WeakMap<ScopeWorld, Kept[]>();
const recordsIn = (world: ScopeWorld) => made.get(world) ?? [];
const recordOf = (world: ScopeWorld, id: string) => recordsIn(world).find((record) => record.id === id);

/** A record's entity, and where it would be; for the id of nothing those of one's own place. */
function meant(world: ScopeWorld, { issuerId }: Principal, id: string) {
  const record = recordOf(world, id);
  const entity = entityNamed(record?.entity ?? 'tax-rate');
  const owner = record?.owner ?? world.nodes.get(id);
  const address = owner ? recordsOf(owner) : { issuerId, companyId: randomUUID() };
  return { entity, address, seen: { issuerId: record?.owner.issuerId ?? issuerId, id, version: 1 } };
}

/** Set-up records: those of one's part, and to look at those above it, which hold there too. */
export const setUp: ScopeModule = {
  name: 'set-up',
  async populate(world) {
    const records: Kept[] = [];
    for (const [entity, kind] of Object.entries(KINDS))
      for (const owner of world.all(kind)) {
        const [id, name] = [randomUUID(), `Rec ${randomUUID().slice(0, 13)}`];
        await world.database.query(
          'INSERT INTO setup_records (issuer_id, id, entity, owner_id, code, name, data) VALUES ($1, $2, $3, $4, $5, $6, $7)',
          [
            owner.issuerId,
            id,
            entity,
            owner.id,
            entity === 'reason-code' ? 'R1' : null,
            name,
            JSON.stringify(DATA[entity])
          ]
        );
        world.placeOf.set(id, owner.id);
        records.push({ id, entity, owner, name });
      }
    made.set(world, records);
  },
  isSeen: (watcher, id, world) => {
    const place = world.placeOf.get(id);
    if (place === undefined) return false;
    return world.sees(watcher, id) || standsBelow(watcher, place, world);
  },
  readers: {
    recordListing: async (principal, world) => {
      const lists = [...ENTITIES.values()].flatMap((entity) =>
        Object.hasOwn(KINDS, entity.name)
          ? world.all(KINDS[entity.name as keyof typeof KINDS]).map((owner) => recordListing(entity, recordsOf(owner)))
          : []
      );
      return (await Promise.all(lists.map((list) => listed(principal, list, world)))).flat();
    },
    recordSeen: async (principal, world) => {
      const found = recordsIn(world).map(({ id, entity, owner }) =>
        recordSeen(principal, entityNamed(entity), { issuerId: owner.issuerId, id })
      );
      return (await Promise.all(found)).flatMap((record) => record?.id ?? []);
    },
    recordListSeen: async (principal, world) => {
      const places = recordsIn(world).map(({ entity, owner }) =>
        recordListSeen(principal, entityNamed(entity), recordsOf(owner))
      );
      return (await Promise.all(places)).flatMap((place) => place?.owner.id ?? []);
    },
    ownersSeen: async (principal) =>
      (await Promise.all(Object.keys(KINDS).map((entity) => ownersSeen(principal, entityNamed(entity), ''))))
        .flat()
        .map(idOf),
    choicesFor: async (principal, world) => {
      const choices = world
        .all('company')
        .map((owner) => choicesFor(principal, entityNamed('tax-code'), recordsOf(owner), 'rates', { text: '' }));
      return (await Promise.all(choices)).flat().map(({ value }) => value);
    },
    exportRecords: async (principal, world) => {
      const told: string[] = [];
      for (const { entity, owner } of recordsIn(world)) {
        const stream = await exportRecords(
          principal,
          entityNamed(entity),
          recordsOf(owner),
          { ...READER, format: 'csv' },
          ORIGIN
        );
        const text = stream ? await new Response(stream).text() : '';
        told.push(...recordsIn(world).flatMap(({ id, name }) => (text.includes(name) ? [id] : [])));
      }
      return told;
    },
    recordGrid: async (principal, world) => {
      const told: string[] = [];
      for (const { entity, owner } of recordsIn(world)) {
        const grid = await recordGrid(principal, entityNamed(entity), recordsOf(owner), READER);
        const cells = grid?.rows.flat() ?? [];
        told.push(...recordsIn(world).flatMap(({ id, name }) => (cells.includes(name) ? [id] : [])));
      }
      return told;
    },
    firstPlaces: async (principal, world) => {
      const trees = schemeLists(world).map((list) => firstPlaces(principal, ASSIGNMENT, list));
      return (await Promise.all(trees)).flatMap((tree) => tree?.places.map(idOf) ?? []);
    },
    assignedPlaces: async (principal, world) => {
      const asked: PlacesAsked[] = [{}, { text: '' }, ...world.all('company').map(({ id }) => ({ under: id }))];
      const lists = schemeLists(world).flatMap((list) =>
        asked.map((one) => assignedPlaces(principal, ASSIGNMENT, list, one))
      );
      return (await Promise.all(lists)).flatMap((found) => found?.places.map(idOf) ?? []);
    },
    fileOfRecord: async (principal, world) => {
      const files = recordsIn(world).map(async ({ id, entity, owner }) => {
        const file = await fileOfRecord(principal, entityNamed(entity), { issuerId: owner.issuerId, id }, 'file');
        return file ? [id] : [];
      });
      return (await Promise.all(files)).flat();
    }
  },
  writes: {
    changeRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return changeRecord(principal, entity, seen, { name: 'Try' }, ORIGIN);
    },
    followRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return followRecord(principal, entity, seen, { effectiveFrom: '2026-01-01' }, ORIGIN);
    },
    moveRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return moveRecord(principal, entity, seen, 1, ORIGIN);
    },
    activateRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return activateRecord(principal, entity, seen, false, ORIGIN);
    },
    deleteRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return deleteRecord(principal, entity, seen, ORIGIN);
    },
    copyRecord: (principal, id, world) => {
      const { entity, seen } = meant(world, principal, id);
      return copyRecord(principal, entity, seen, { name: 'Try' }, ORIGIN);
    },
    createRecord: (principal, id, world) => {
      const { entity, address } = meant(world, principal, id);
      return createRecord(principal, entity, address, { ...DATA[entity.name], name: 'Try', code: 'T1' }, ORIGIN);
    },
    assignPlaces: (principal, id, world) => {
      const { address } = meant(world, principal, id);
      const change = { id: address.companyId ?? address.issuerId, assigned: true, instead: null };
      return assignPlaces(principal, ASSIGNMENT, { ...address, parentId: id }, [change], ORIGIN);
    },
    importRecords: async (principal, id, world) => {
      const { entity, address } = meant(world, principal, id);
      const file = { name: 'f.csv', bytes: Buffer.from('Name\nTry') };
      const report = await importRecords(principal, entity, address, file, { ...READER, apply: true }, ORIGIN);
      return 'code' in report ? { ok: false, refusal: report } : { ok: true };
    },
    saveGrid: async (principal, id, world) => {
      const { entity, address } = meant(world, principal, id);
      const report = await saveGrid(principal, entity, address, [['Try']], READER, ORIGIN);
      return 'code' in report ? { ok: false, refusal: report } : { ok: true };
    }
  },
  targets: (world) => recordsIn(world).map(idOf)
};

const ASSIGNMENT = entityNamed('scheme-assignment');
const schemeLists = (world: ScopeWorld) =>
  recordsIn(world).flatMap(({ id, entity, owner }) => (entity === 'scheme' ? [recordsOf(owner, id)] : []));

const DATA: Record<string, Record<string, unknown>> = {
  'tax-rate': { rate: '1' },
  scheme: {},
  'email-template': { language: 'en_US', subject: 'S', body: 'B' },
  'reason-code': {}
};

/** Whether somebody stands below a place: what is set up there holds for them too. */
export const standsBelow = ({ stands }: Watcher, place: string, world: ScopeWorld) =>
  stands !== 'everything' && stands.some((node) => world.isBelow(node, place));
