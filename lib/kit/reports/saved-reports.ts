import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, reaching, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { isId } from '../../core/secrets/ids';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import type { Calculation } from './calculated';
import type { ReportDefinition } from './definition';

/** A saved report that its reader may run (C1.029). */
export interface SavedReport {
  id: string;
  name: string;
  definition: ReportDefinition;
  ownerName: string;
  isOwn: boolean;
  /** Whether the reader may change what it shows: its owner, whoever it is shared with for that, and who manages it. */
  mayChange: boolean;
  /** Whether the reader may share and delete it: its owner, and who may share reports at a place that has it. */
  mayManage: boolean;
  version: number;
}

/** The shares `s` of a report `g`, each with its place `n`. */
const SHARES = Prisma.sql`report_shares s LEFT ${atNode('s.node_id')}
  WHERE (s.issuer_id, s.definition_id) = (g.issuer_id, g.id)`;

/** Whether a share is for the principal: by name, or by a place that theirs is at or below and the role in use. */
const isFor = ({ userId, role, scope }: Principal) => Prisma.sql`(s.user_id = ${userId}::uuid
  OR (${reaching(scope, nodeColumns('n'))} AND (s.roles = '{}' OR ${role}::user_role = ANY(s.roles))))`;

/** Their own reports, and those that are shared with them now: who leaves a place or a role sees its reports no more. */
const seenBy = (principal: Principal) => Prisma.sql`(g.owner_user_id = ${principal.userId}::uuid
  OR EXISTS (SELECT 1 FROM ${SHARES} AND ${isFor(principal)}))`;

const savedRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  ownerName: z.string(),
  isOwn: z.boolean(),
  isEditor: z.boolean(),
  isOfTheirPlace: z.boolean(),
  version: z.number(),
  dataSet: z.string(),
  columns: z.array(z.string()),
  headings: jsonOf<Record<string, string>>(),
  query: z.string(),
  groups: z.array(z.string()),
  pivot: z.string().nullable(),
  largest: z.boolean(),
  period: z.string().nullable(),
  anyOf: z.array(z.string()),
  ask: z.array(z.string()),
  calculated: jsonOf<Calculation[]>()
});

const columnsFor = (principal: Principal) => Prisma.sql`g.id, g.name,
  ${userName(Prisma.sql`g.issuer_id`, Prisma.sql`g.owner_user_id`)} AS "ownerName",
  g.owner_user_id = ${principal.userId}::uuid AS "isOwn",
  EXISTS (SELECT 1 FROM ${SHARES} AND s.may_change AND ${isFor(principal)}) AS "isEditor",
  EXISTS (SELECT 1 FROM ${SHARES} AND s.node_id IS NOT NULL AND ${within(principal.scope, nodeColumns('n'))}) AS "isOfTheirPlace",
  g.version, g.data_set AS "dataSet", g.columns, g.headings, g.query, g.groups, g.pivot, g.largest, g.period,
  g.any_of AS "anyOf", g.ask, g.calculated`;

function shown(principal: Principal, row: z.infer<typeof savedRow>): SavedReport {
  const { id, name, ownerName, isOwn, isEditor, isOfTheirPlace, version, ...definition } = row;
  const isOpen = may(principal, 'reports', 'modify');
  const mayManage = isOpen && (isOwn || (isOfTheirPlace && may(principal, 'shared_reports', 'modify')));
  return { id, name, definition, ownerName, isOwn, mayChange: mayManage || (isOpen && isEditor), mayManage, version };
}

/** The saved reports that a principal sees: their own, and those that are shared with them, by name. */
export async function savedReports(principal: Principal): Promise<SavedReport[]> {
  if (!may(principal, 'reports', 'view')) return [];
  const rows = await readRows(database(), savedRow)`
    SELECT ${columnsFor(principal)} FROM report_definitions g
    WHERE g.issuer_id = ${principal.issuerId}::uuid AND ${seenBy(principal)} ORDER BY g.name, g.id`;
  return rows.map((row) => shown(principal, row));
}

/** A saved report that the principal sees, or null (C6.027). */
export async function seenReport(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<SavedReport | null> {
  if (!isId(id) || !may(principal, 'reports', 'view')) return null;
  const [row] = await readRows(tx, savedRow)`
    SELECT ${columnsFor(principal)} FROM report_definitions g
    WHERE g.issuer_id = ${principal.issuerId}::uuid AND ${seenBy(principal)} AND g.id = ${id}::uuid`;
  return row ? shown(principal, row) : null;
}
