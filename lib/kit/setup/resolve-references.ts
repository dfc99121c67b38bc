import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { isId } from '../../core/secrets/ids';
import { atAccount } from '../../directory/structure/reads/joins';
import { NODES } from '../../directory/structure/reads/nodes';
import type { Draft, RowRefusal } from './draft';
import { entityNamed } from './entities';
import { type Field, type Target, targetParent } from './field';
import { comparable } from './fields';
import type { RecordList } from './record-list';
import { lockInherited } from './settle';

const foundRow = z.strictObject({
  id: z.string(),
  withinId: z.string(),
  code: z.string().nullable(),
  name: z.string(),
  active: z.boolean()
});
type Found = z.infer<typeof foundRow>;

/** The typed values of a field, as a list. */
const typedIn = (value: unknown) =>
  Array.isArray(value) ? (value as string[]) : value === null ? [] : [String(value)];

/**
 * Replaces the typed references in `values`, each an id, a code or a name, by ids. Only records that the place's owner
 * has or inherits are found.
 */
export async function resolveReferences(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = [];
  for (const [name, field] of Object.entries(place.entity.fields)) {
    if (!field.target && !field.kinds) continue;
    const asked = drafts.filter(({ values }) => typedIn(values[name]).length > 0);
    if (asked.length === 0) continue;
    const choose = field.target
      ? await recordChooser(tx, place, field.target, name, asked, drafts)
      : await nodeChooser(tx, principal, place, field, name, asked);
    for (const draft of asked) {
      const chosen = typedIn(draft.values[name]).map((typed) => choose(draft, typed));
      const refusal = chosen.find((one) => typeof one !== 'string');
      if (refusal) refusals.push({ ...(refusal as Refusal), field: name, row: draft.row });
      else draft.values[name] = field.type === 'records' ? [...new Set(chosen)] : chosen[0];
    }
  }
  return refusals;
}

type Chooser = (draft: Draft, typed: string) => string | Refusal;

async function recordChooser(
  tx: Transaction,
  { owner, entity }: RecordList,
  target: Target,
  name: string,
  drafts: readonly Draft[],
  all: readonly Draft[]
): Promise<Chooser> {
  const aimed = entityNamed(target.entity);
  const withinOf = ({ values, parent }: Draft): string[] => {
    const parentId = targetParent(target, values, parent);
    if (parentId === undefined) return aimed.inherits ? [owner.id, owner.issuerId] : [owner.id];
    return parentId === null ? [] : [parentId];
  };
  const withins = [...new Set(drafts.flatMap(withinOf))];
  const typed = [...new Set(drafts.flatMap(({ values }) => typedIn(values[name])))];
  const words = typed.map(comparable);
  // Locks inherited records until the transaction ends.
  if (aimed.inherits && owner.id !== owner.issuerId) await lockInherited(tx, owner);
  const matchingRecords = await readRows(tx, foundRow)`
    SELECT r.id, r.within_id AS "withinId", r.code, r.name, r.active FROM setup_records r
    WHERE r.issuer_id = ${owner.issuerId}::uuid AND r.entity = ${aimed.name} AND r.within_id = ANY(${withins}::uuid[])
      AND (r.id = ANY(${typed.filter((one) => isId(one))}::uuid[])
        OR r.code = ANY(${typed}) OR r.name = ANY(${typed}) OR lower(r.code) = ANY(${words}) OR lower(r.name) = ANY(${words})
        -- Keys are as we compare them: what is one letter to us needn't be to the database.
        OR r.id IN (SELECT k.record_id FROM setup_record_keys k
          WHERE k.issuer_id = ${owner.issuerId}::uuid AND k.within_id = ANY(${withins}::uuid[]) AND k.entity = ${aimed.name}
            AND k.key IN ('code', 'name') AND k.value = ANY(${words})))`;
  // A file may bring what its own rows point to.
  if (aimed.name === entity.name)
    for (const { id, parent, existing, values } of all)
      if (!existing)
        matchingRecords.push({
          id,
          withinId: parent?.id ?? owner.id,
          code: null,
          name: String(values.name ?? ''),
          active: true
        });
  const kept = (draft: Draft, id: string) => typedIn(draft.existing?.values[name] ?? null).includes(id);
  const byText = new Map<string, Found[]>();
  for (const one of matchingRecords)
    for (const text of new Set([one.id, comparable(one.code ?? ''), comparable(one.name)]))
      byText.set(`${one.withinId}/${text}`, [...(byText.get(`${one.withinId}/${text}`) ?? []), one]);
  return (draft, text) => {
    // Own records precede inherited ones, an id precedes a code, a code precedes a name.
    for (const withinId of withinOf(draft)) {
      const same = byText.get(`${withinId}/${comparable(text)}`) ?? [];
      const coded = same.filter(({ id, code }) => id === text || comparable(code ?? '') === comparable(text));
      const fitting = coded.length > 0 ? coded : same;
      const [one] = fitting;
      if (!one) continue;
      if (fitting.length > 1) return { code: 'setup.reference.ambiguous', params: { value: text } };
      if (!one.active && !kept(draft, one.id)) return { code: 'setup.reference.inactive', params: { value: one.name } };
      if (one.id === draft.id && aimed.name === entity.name) return { code: 'setup.reference.itself' };
      return one.id;
    }
    return unknown(text);
  };
}

/** An id is nothing that anybody has typed. */
const unknown = (text: string): Refusal =>
  isId(text) ? { code: 'choice.invalid' } : { code: 'setup.reference.unknown', params: { value: text } };

const foundNodeRow = z.strictObject({
  id: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  lastFour: z.string().nullable(),
  closed: z.boolean()
});
type FoundNode = z.infer<typeof foundNodeRow>;

async function nodeChooser(
  tx: Transaction,
  principal: Principal,
  { owner }: RecordList,
  { kinds = [] }: Field,
  name: string,
  drafts: readonly Draft[]
): Promise<Chooser> {
  const typed = [...new Set(drafts.flatMap(({ values }) => typedIn(values[name])))];
  const below = owner.kind === 'company' ? Prisma.sql`AND n.company_id = ${owner.id}::uuid` : Prisma.empty;
  const matchingNodes = await readRows(tx, foundNodeRow)`
    SELECT n.id, n.number, n.name_1 AS name, a.last_four AS "lastFour", n.status = 'closed' AS closed FROM ${NODES} n
    LEFT ${atAccount('n.id')}
    WHERE n.issuer_id = ${owner.issuerId}::uuid ${below} AND n.kind::text = ANY(${[...kinds]})
      AND ${within(principal.scope, nodeColumns('n'))}
      AND (n.id = ANY(${typed.filter((one) => isId(one))}::uuid[]) OR n.number = ANY(${typed}) OR a.last_four = ANY(${typed}))`;
  const byText = new Map<string, FoundNode[]>();
  for (const one of matchingNodes)
    for (const text of new Set([one.id, one.number ?? '', one.lastFour ?? '']))
      byText.set(text, [...(byText.get(text) ?? []), one]);
  return (draft, text) => {
    const named = byText.get(text) ?? [];
    const kept = named.find(({ id }) => id === draft.existing?.values[name]);
    if (kept) return kept.id;
    // Cards that are closed share their last four digits with those that follow them.
    const open = named.filter(({ closed }) => !closed);
    if (open.length > 1) return { code: 'setup.reference.ambiguous', params: { value: text } };
    if (open[0]) return open[0].id;
    return named[0] ? { code: 'setup.reference.inactive', params: { value: named[0].name } } : unknown(text);
  };
}
