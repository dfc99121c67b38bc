import type { Principal } from '../../access/policy/principal';
import { sqlKey, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { atNode } from '../../directory/structure/reads/joins';
import { NODES } from '../../directory/structure/reads/nodes';
import { type Column, contains, type Listing, type ListingName } from '../listing/listing';
import type { Entity } from './entity';
import type { Field } from './field';
import type { RecordListAddress } from './record-list';
import { fieldKey, optionKey, textKey } from './texts';
import { seenOwner, seenTargets } from './visible';

/** The name of an entity's list. */
/** Its title comes from the entity's declaration, like the other texts of it. */
export const listingName = (entity: Pick<Entity, 'name'>) => `setup-${entity.name}` as ListingName;

/** The list of an entity's records at an address; it contains only records that the principal may see. */
export function recordListing(entity: Entity, address: RecordListAddress, { own = false } = {}): Listing {
  const fields = Object.entries(entity.fields).filter(
    ([, { type, shows }]) => type !== 'file' && (type !== 'secret' || shows)
  );
  const inherits = !own && entity.inherits && address.companyId !== undefined;
  const columns: Record<string, Column> = Object.fromEntries([
    // The first column leads to the record.
    ...fields.map(([name, field]) => [name, fieldColumn(entity, name, field)]),
    ...(address.aboveId ? [['parent', parentColumn(entity)]] : []),
    ...(entity.ordered ? [['position', positionColumn]] : []),
    ...(inherits ? [['owner', ownerColumn]] : []),
    ['status', statusColumn]
  ]);
  const shown = fields.filter(([, { type }]) => type === 'secret').map(([name]) => shownPart(name));
  const order = ['position', 'parent', 'code', 'name'].find((name) => name in columns) ?? fields[0]?.[0] ?? 'status';
  return {
    name: listingName(entity),
    area: entity.area,
    from: () => Prisma.sql`setup_records r ${atNode('r.owner_id', 'o')}
      ${address.aboveId ? Prisma.sql`JOIN setup_records p ON (p.issuer_id, p.id) = (r.issuer_id, r.parent_id)` : Prisma.empty}`,
    where: (principal) => Prisma.sql`r.issuer_id = ${address.issuerId}::uuid AND r.entity = ${entity.name}
      AND ${placeCondition(address, inherits)} AND ${seenOwner(principal, entity, 'o')} AND ${seenTargets(principal, entity)}
      ${inherits ? seenAddress(principal, entity, address) : Prisma.empty}`,
    issuer: Prisma.sql`r.issuer_id`,
    id: Prisma.sql`r.id`,
    columns,
    search: (text) =>
      contains(text, Prisma.sql`r.name`, ...('code' in entity.fields ? [Prisma.sql`r.code`] : []), ...shown),
    order: { column: order }
  };
}

/** Inherited records must not reveal a company outside the scope. */
const seenAddress = (
  principal: Principal,
  entity: Entity,
  { issuerId, companyId }: RecordListAddress
) => Prisma.sql`AND EXISTS (
  SELECT 1 FROM ${NODES} c WHERE c.issuer_id = ${issuerId}::uuid AND c.id = ${companyId}::uuid AND ${seenOwner(principal, entity, 'c')})`;

function placeCondition({ issuerId, companyId, parentId, aboveId }: RecordListAddress, inherits: boolean): Prisma.Sql {
  if (aboveId) return Prisma.sql`p.parent_id = ${aboveId}::uuid`;
  if (parentId) return Prisma.sql`r.within_id = ${parentId}::uuid`;
  if (inherits) return Prisma.sql`r.within_id IN (${companyId}::uuid, ${issuerId}::uuid)`;
  return Prisma.sql`r.within_id = ${companyId ?? issuerId}::uuid`;
}

const positionColumn: Column = { sql: Prisma.sql`r.position`, type: 'number', label: 'setup.position' };
const ownerColumn: Column = { sql: Prisma.sql`o.name_1`, type: 'text', label: 'setup.owner', filter: 'contains' };
const statusColumn: Column = {
  sql: Prisma.sql`CASE WHEN r.active THEN 'active' ELSE 'inactive' END`,
  type: 'choice',
  label: 'setup.status',
  filter: 'choice',
  choices: { active: 'setup.status.active', inactive: 'setup.status.inactive' }
};
const parentColumn = ({ parent }: Entity): Column => ({
  sql: Prisma.sql`coalesce(p.code, p.name)`,
  type: 'text',
  label: textKey({ name: parent?.entity ?? '' }, 'one'),
  filter: 'contains'
});

function fieldColumn(entity: Entity, name: string, field: Field): Column {
  const common = {
    label: fieldKey(entity, name),
    nullable: !field.required || field.when !== undefined,
    hidden: !field.listed
  };
  const stored = Prisma.sql`r.data->>${sqlKey(name)}`;
  switch (field.type) {
    case 'whole':
    case 'decimal':
      return { ...common, sql: Prisma.sql`(${stored})::numeric`, type: 'number', filter: 'range' };
    case 'date':
      return { ...common, sql: Prisma.sql`(${stored})::date`, type: 'date', filter: 'range' };
    case 'yes-no':
      return { ...common, nullable: false, sql: Prisma.sql`(${stored})::boolean`, type: 'boolean', filter: 'equals' };
    case 'choice':
      return { ...common, sql: stored, type: 'choice', filter: 'choice', choices: choicesOf(entity, name, field) };
    case 'choices':
    case 'lines':
    case 'emails':
      return { ...common, sql: joined(name), type: 'text', filter: 'contains' };
    case 'secret':
      return { ...common, sql: shownPart(name), type: 'text', filter: 'contains' };
    case 'record':
      return { ...common, sql: pointedRecords(name, (sql) => sql), type: 'text', filter: 'contains' };
    case 'records':
      return { ...common, sql: pointedRecords(name, quoted), type: 'text', filter: 'contains' };
    case 'node':
      return { ...common, sql: pointedNode(name), type: 'text', filter: 'contains' };
    default:
      return { ...common, ...textColumn(name) };
  }
}

/** Code and name have columns of their own, which indexes bring in an order that heeds no case. */
function textColumn(name: string): Pick<Column, 'sql' | 'type' | 'filter' | 'sort'> {
  const sql = name === 'code' || name === 'name' ? sqlName(`r.${name}`) : Prisma.sql`r.data->>${sqlKey(name)}`;
  return { sql, type: 'text', filter: 'contains', sort: [Prisma.sql`lower(coalesce(${sql}, ''))`] };
}

const choicesOf = (entity: Entity, name: string, { options = {} }: Field) =>
  Object.fromEntries(Object.keys(options).map((option) => [option, optionKey(entity, name, option)]));

/** One of several in a cell: in quotes where it could be taken for two. */
const quoted = (sql: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${sql} ~ '[;"\n]' THEN '"' || replace(${sql}, '"', '""') || '"' ELSE ${sql} END`;

const joined = (name: string) => Prisma.sql`(SELECT string_agg(${quoted(Prisma.sql`line`)}, '; ' ORDER BY place)
  FROM jsonb_array_elements_text(r.data->${sqlKey(name)}) WITH ORDINALITY AS lines (line, place))`;

/** What is shown of a secret. */
const shownPart = (name: string) => Prisma.sql`('•••• ' || split_part(r.data->>${sqlKey(name)}, ':', 3))`;

/** The codes of the referenced records, or the names of those without codes, as a file states them. */
const pointedRecords = (name: string, written: (sql: Prisma.Sql) => Prisma.Sql) => Prisma.sql`(
  SELECT string_agg(${written(Prisma.sql`coalesce(t.code, t.name)`)}, '; ' ORDER BY f.place)
  FROM setup_references f JOIN setup_records t ON (t.issuer_id, t.id) = (f.issuer_id, f.target_record_id)
  WHERE f.issuer_id = r.issuer_id AND f.record_id = r.id AND f.field = ${sqlKey(name)})`;

/** The number of a node; an account's last four digits and its id, which alone names it beyond doubt. */
const pointedNode = (name: string) => Prisma.sql`(SELECT coalesce(n.number, n.id::text)
  FROM setup_references f ${atNode('f.target_node_id')}
  WHERE f.issuer_id = r.issuer_id AND f.record_id = r.id AND f.field = ${sqlKey(name)})`;
