import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accountNumber, openNumbers } from '../../directory/structure/account-number';
import { KINDS, LABEL_CHARACTERS } from '../../directory/structure/kinds';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import { comesAfter, hasActiveChildren, hasParentThat } from '../../directory/structure/reads/node-columns';
import { NODES } from '../../directory/structure/reads/nodes';
import { namesAtPaths } from '../../directory/structure/reads/nodes-that';
import { contains } from '../listing/listing';
import type { Entity } from './entity';
import type { Field } from './field';
import { type RecordList, type RecordListAddress, recordListSeen } from './record-list';
import type { SetUpRecord } from './records';
import { rowsOf } from './records-of';

/** The field of an assignment that names its place. */
export const PLACE = 'node';

/** Whether the records of an entity only say where their parent applies, as those of a scheme do. */
export const isAssignment = ({ fields, parent }: Entity): boolean =>
  parent !== undefined && Object.keys(fields).join() === PLACE && fields[PLACE]?.type === 'node';

const placeRow = z.strictObject({
  id: z.string(),
  parentId: z.string().nullable(),
  path: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  number: z.string().nullable(),
  cardNumber: z.string().nullable(),
  opens: z.boolean()
});

/** A record that is assigned at or above a place. */
interface AssignedAt {
  /** The place at which it is assigned. */
  id: string;
  path: string;
  place: string;
  /** The record's name; null if it is the one that is asked about. */
  by: string | null;
}

/** A place of a company, and what is assigned there and above. */
export interface AssignedPlace extends z.infer<typeof placeRow> {
  /** The names of the places around it, from the top, where it stands alone in a list; else empty. */
  around: string[];
  isAssigned: boolean;
  /** Another record that is assigned here; a place has one at most. */
  other: { id: string; name: string } | null;
  /** What is in force above, nearest first. */
  above: AssignedAt[];
}

/** Some of the places where a record can be assigned. */
export interface AssignedPlaces {
  places: AssignedPlace[];
  /** The last of them, after which the list goes on; null at its end. */
  next: string | null;
}

/** Which places: those inside one, those that a text finds, or those where the record is assigned; else the topmost. */
export interface PlacesAsked {
  under?: string | undefined;
  text?: string | undefined;
  onlyAssigned?: boolean | undefined;
  after?: string | undefined;
}

/** As many places are read at once: a smaller structure is read whole. */
const READ_AT_ONCE = 200;

/**
 * Places where the parent of an assignment's list can be assigned, of those that the principal sees; null if there is no
 * such list.
 */
export async function assignedPlaces(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  asked: PlacesAsked
): Promise<AssignedPlaces | null> {
  const list = await assignmentList(principal, entity, address);
  if (!list) return null;
  const { rows, next } = await readPlaces(principal, list, conditionOf(principal, list, asked), asked.after);
  const isAlone = asked.text !== undefined || asked.onlyAssigned === true;
  return { places: await withAssigned(list, rows, isAlone), next };
}

/** The places to begin with: the whole structure if it is small, else its topmost places. */
export async function firstPlaces(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress
): Promise<AssignedPlaces | null> {
  const list = await assignmentList(principal, entity, address);
  if (!list) return null;
  const all = await readPlaces(principal, list, Prisma.sql`TRUE`);
  if (all.next === null) return { places: await withAssigned(list, all.rows, false), next: null };
  const top = await readPlaces(principal, list, conditionOf(principal, list, {}));
  return { places: await withAssigned(list, top.rows, false), next: top.next };
}

type AssignmentList = RecordList & { parent: SetUpRecord };

async function assignmentList(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress
): Promise<AssignmentList | null> {
  const list = isAssignment(entity) ? await recordListSeen(principal, entity, address) : null;
  return list?.parent ? { ...list, parent: list.parent } : null;
}

function conditionOf(
  { scope }: Principal,
  { entity, owner, parent }: AssignmentList,
  { under, text, onlyAssigned }: PlacesAsked
): Prisma.Sql {
  if (under !== undefined) return Prisma.sql`n.parent_id = ${under}::uuid`;
  if (text !== undefined) return contains(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`, Prisma.sql`a.last_four`);
  if (onlyAssigned)
    return Prisma.sql`n.id IN (SELECT r.node FROM ${rowsOf(entity)} r
      WHERE r.issuer_id = ${owner.issuerId}::uuid AND r.parent_id = ${parent.id}::uuid AND r.active)`;
  const own = scope.subtrees.map(({ nodeId }) => nodeId);
  return Prisma.sql`(n.id = ${owner.id}::uuid OR (n.id = ANY(${own}::uuid[])
    AND NOT ${hasParentThat('n', within(scope, nodeColumns('p')))}))`;
}

async function readPlaces(
  { scope }: Principal,
  { entity, owner }: AssignmentList,
  condition: Prisma.Sql,
  after?: string
): Promise<{ rows: z.infer<typeof placeRow>[]; next: string | null }> {
  const kinds = [...((entity.fields[PLACE] as Field).kinds ?? [])];
  const from = after ? comesAfter('n', { issuerId: owner.issuerId, id: after }) : Prisma.sql`TRUE`;
  const read = await readRows(database(), placeRow)`
    SELECT n.id, n.parent_id AS "parentId", n.path, n.kind::text AS kind, n.name_1 AS name, n.number,
      ${accountNumber('a', 'n')} AS "cardNumber",
      ${hasActiveChildren('n', kinds)} AS opens
    FROM ${NODES} n LEFT ${atAccount('n.id')} AND n.kind = 'account'
    WHERE n.issuer_id = ${owner.issuerId}::uuid AND n.company_id = ${owner.id}::uuid AND n.kind::text = ANY(${kinds})
      AND n.status = 'active' AND ${within(scope, nodeColumns('n'))} AND ${condition} AND ${from}
    ORDER BY n.kind, n.name_1, n.id LIMIT ${READ_AT_ONCE + 1}`;
  const rows = read
    .slice(0, READ_AT_ONCE)
    .map((row) => ({ ...row, name: openNumbers(row.name), cardNumber: openNumbers(row.cardNumber) }));
  return { rows, next: read.length > READ_AT_ONCE ? (rows.at(-1)?.id ?? null) : null };
}

const assignedRow = z.strictObject({
  id: z.string(),
  path: z.string(),
  place: z.string(),
  recordId: z.string(),
  record: z.string(),
  active: z.boolean(),
  /** Whether its record is of the same kind and parent as the one asked about: the nearer one of the two applies. */
  competes: z.boolean()
});

async function withAssigned(
  { entity, owner, parent }: AssignmentList,
  rows: readonly z.infer<typeof placeRow>[],
  isAlone: boolean
): Promise<AssignedPlace[]> {
  const paths = [...new Set(rows.flatMap(({ path }) => upwards(path)))];
  const assigned = await readRows(database(), assignedRow)`
    SELECT n.id, n.path, n.name_1 AS place, p.id AS "recordId", p.name AS record, r.active,
      (p.active OR p.id = ${parent.id}::uuid) AND p.parent_id IS NOT DISTINCT FROM ${parent.parentId}::uuid AS competes
    FROM ${rowsOf(entity)} r ${atNode('r.node')}
    JOIN setup_records p ON (p.issuer_id, p.id) = (r.issuer_id, r.parent_id)
    WHERE r.issuer_id = ${owner.issuerId}::uuid AND r.owner_id = ${owner.id}::uuid AND n.path = ANY(${paths})`;
  const company = { issuerId: owner.issuerId, companyId: owner.id };
  const names = isAlone ? await namesAtPaths(database(), company, paths) : new Map<string, string>();
  return rows.map((row) => {
    const here = assigned.find(({ path }) => path === row.path);
    const isOwn = here?.recordId === parent.id;
    const [, ...around] = upwards(row.path);
    return {
      ...row,
      around: around.reverse().flatMap((path) => names.get(path) ?? []),
      isAssigned: isOwn && here?.active === true,
      other: here && !isOwn ? { id: here.recordId, name: here.record } : null,
      above: assigned
        .filter(({ path, active, competes }) => active && competes && path !== row.path && row.path.startsWith(path))
        .sort((one, other) => other.path.length - one.path.length)
        .map(({ id, path, place, recordId, record }) => ({
          id,
          path,
          place,
          by: recordId === parent.id ? null : record
        }))
    };
  });
}

/** The path of a place and those above it. */
const upwards = (path: string) =>
  Array.from({ length: path.length / LABEL_CHARACTERS }, (_, depth) =>
    path.slice(0, path.length - depth * LABEL_CHARACTERS)
  );
