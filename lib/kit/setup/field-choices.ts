import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accountNumber, openNumbers } from '../../directory/structure/account-number';
import { atAccount } from '../../directory/structure/reads/joins';
import { NODES } from '../../directory/structure/reads/nodes';
import { contains } from '../listing/listing';
import { entityNamed } from './entities';
import type { Entity } from './entity';
import { type Field, type Target, targetParent, type Values } from './field';
import { type RecordList, type RecordListAddress, recordListSeen } from './record-list';

const fieldChoiceRow = z.strictObject({
  value: z.string(),
  label: z.string()
});

/** What can be chosen in a field that points elsewhere. */
export type FieldChoice = z.infer<typeof fieldChoiceRow>;

/** As many as a list that opens can show; a longer one is searched. */
export const CHOICES_SHOWN = 100;

/**
 * The choices of a reference field, for a record at an address: active records or nodes that contain `text`; one more
 * than are shown means that there are more. `values` are those of the record's other fields.
 */
export async function choicesFor(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  name: string,
  { text, values = {} }: { text: string; values?: Values }
): Promise<FieldChoice[]> {
  const field = entity.fields[name];
  const place = field && (await recordListSeen(principal, entity, address));
  if (!place) return [];
  if (field.kinds) return nodes(principal, place, field, text.trim());
  return field.target ? records(place, field, text.trim(), values) : [];
}

/** The labels of the records that a record's fields reference, by id, inactive ones included. */
export async function chosenLabels(place: RecordList, values: Values): Promise<Map<string, string>> {
  const pointing = Object.entries(place.entity.fields).filter(([, { target, kinds }]) => target || kinds);
  const ids = pointing.flatMap(([name]) => [values[name] ?? []].flat() as string[]);
  if (ids.length === 0) return new Map();
  const { issuerId } = place.owner;
  const rows = await readRows(database(), fieldChoiceRow)`
    SELECT id AS value, concat_ws(' ', code, name) AS label FROM setup_records
    WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])
    UNION ALL
    SELECT n.id, concat_ws(' ', n.number, ${accountNumber('a', 'n')}, n.name_1) FROM ${NODES} n
    LEFT ${atAccount('n.id')}
    WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ value, label }) => [value, openNumbers(label)]));
}

async function records(
  { owner, parent, entity }: RecordList,
  { target }: Field,
  text: string,
  values: Values
): Promise<FieldChoice[]> {
  if (!target) return [];
  const aimed = entityNamed(target.entity);
  const parentId = targetParent(target, values, parent);
  if (parentId === null && typeof target.of === 'object') return partsOfAny({ owner, parent, entity }, target, text);
  const own = aimed.inherits ? [owner.id, owner.issuerId] : [owner.id];
  const withins = parentId === undefined ? own : [parentId].filter((id) => id !== null);
  return readRows(database(), fieldChoiceRow)`
    SELECT r.id AS value, concat_ws(' ', r.code, r.name) AS label FROM setup_records r
    WHERE r.issuer_id = ${owner.issuerId}::uuid AND r.entity = ${aimed.name} AND r.within_id = ANY(${withins}::uuid[])
      AND r.active ${having(text, Prisma.sql`r.name`, Prisma.sql`r.code`)}
    ORDER BY r.position, lower(r.name) LIMIT ${CHOICES_SHOWN + 1}`;
}

/** While the other field is empty: the parts of all records that it offers, each with its record's name. */
function partsOfAny(
  { owner, parent, entity }: Pick<RecordList, 'owner' | 'parent' | 'entity'>,
  target: Target,
  text: string
): Promise<FieldChoice[]> {
  const named = entity.fields[(target.of as { field: string }).field]?.target;
  const aboveId = named && targetParent(named, {}, parent);
  return readRows(database(), fieldChoiceRow)`
    SELECT r.id AS value, concat(p.name, ': ', concat_ws(' ', r.code, r.name)) AS label
    FROM setup_records p JOIN setup_records r ON r.issuer_id = p.issuer_id AND r.within_id = p.id AND r.entity = ${target.entity}
    WHERE p.issuer_id = ${owner.issuerId}::uuid AND p.entity = ${named?.entity ?? ''} AND p.within_id = ${aboveId ?? owner.id}::uuid
      AND r.active ${having(text, Prisma.sql`r.name`, Prisma.sql`r.code`)}
    ORDER BY p.position, p.id, lower(r.name) LIMIT ${CHOICES_SHOWN + 1}`;
}

const having = (text: string, ...columns: Prisma.Sql[]) =>
  text === '' ? Prisma.empty : Prisma.sql`AND ${contains(text, ...columns)}`;

async function nodes(
  principal: Principal,
  { owner }: RecordList,
  { kinds = [] }: Field,
  text: string
): Promise<FieldChoice[]> {
  const below = owner.kind === 'company' ? Prisma.sql`AND n.company_id = ${owner.id}::uuid` : Prisma.empty;
  const choices = await readRows(database(), fieldChoiceRow)`
    SELECT n.id AS value, concat_ws(' ', n.number, ${accountNumber('a', 'n')}, n.name_1) AS label FROM ${NODES} n
    LEFT ${atAccount('n.id')}
    WHERE n.issuer_id = ${owner.issuerId}::uuid ${below} AND n.kind::text = ANY(${[...kinds]}) AND n.status = 'active'
      AND ${within(principal.scope, nodeColumns('n'))}
      ${having(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`, Prisma.sql`a.last_four`)}
    ORDER BY n.kind, n.name_1 LIMIT ${CHOICES_SHOWN + 1}`;
  return choices.map(({ value, label }) => ({ value, label: openNumbers(label) }));
}
