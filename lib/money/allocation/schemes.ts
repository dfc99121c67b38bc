import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ROLES, type Role } from '../../access/policy/policy';
import type { Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { rowsOf } from '../../kit/setup/records-of';
import accountingCode from './entities/accounting-code';
import scheme from './entities/scheme';
import schemeAssignment from './entities/scheme-assignment';
import subset from './entities/subset';
import subsetAssignment from './entities/subset-assignment';

export type CodeType = 'list' | 'text' | 'number' | 'date' | 'boolean';

/** A field that is filled in when a cost is allocated (CD.42). */
export interface AccountingCode {
  id: string;
  name: string;
  type: CodeType;
  /** The maximum length of a text or a number. */
  length: number | null;
  display: 'autocomplete' | 'dropdown' | null;
  mandatory: boolean;
  /** The lowest role that may fill it in. */
  editableBy: Role;
  /** The code of the same scheme whose value determines the values that this one offers. */
  dependsOn: string | null;
}

/** The accounting codes of an allocation in their order, and a digest of their requirements (CD.41). */
export interface Scheme {
  id: string;
  name: string;
  version: string;
  codes: readonly AccountingCode[];
}

/** The scheme and subset for the costs of one place; empty if no scheme is in force. */
export interface Coding {
  scheme: Scheme | null;
  /** The subset of the scheme's values that is offered there; null means all. */
  subsetId: string | null;
}

const LABEL = 8;
const upwards = (path: string) =>
  Array.from({ length: path.length / LABEL }, (_, depth) => path.slice(0, path.length - depth * LABEL));

/** The accounting codes of schemes (parent_id) as a table of SQL statements. */
export const ACCOUNTING_CODES = rowsOf(accountingCode);

const assignedRow = z.strictObject({
  entity: z.enum(['scheme-assignment', 'subset-assignment']),
  aimId: z.string(),
  schemeId: z.string(),
  path: z.string()
});
type Assigned = z.infer<typeof assignedRow>;

/**
 * The schemes and subsets in force at these places of a company, by path: the scheme assigned nearest above, and its
 * subset assigned nearest above.
 */
export async function codingsOf(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  paths: readonly string[]
): Promise<ReadonlyMap<string, Coding>> {
  const above = [...new Set(paths.flatMap(upwards))];
  const assigned = await readRows(tx, assignedRow)`
    SELECT a.entity, p.id AS "aimId", CASE WHEN p.entity = 'scheme' THEN p.id ELSE p.parent_id END AS "schemeId", n.path
    FROM ${rowsOf(schemeAssignment, subsetAssignment)} a
    JOIN ${rowsOf(scheme, subset)} p ON (p.issuer_id, p.id) = (a.issuer_id, a.parent_id) AND p.active
    ${atNode('a.node')}
    WHERE a.issuer_id = ${issuerId}::uuid AND a.owner_id = ${companyId}::uuid AND a.active AND n.path = ANY(${above})`;
  const nearest = (path: string, fits: (one: Assigned) => boolean) =>
    upwards(path)
      .map((step) => assigned.find((one) => one.path === step && fits(one)))
      .find(Boolean);
  const schemeIds = new Map(
    paths.map((path) => [path, nearest(path, ({ entity }) => entity === 'scheme-assignment')?.schemeId])
  );
  const schemes = await schemesNamed(
    tx,
    issuerId,
    [...new Set(schemeIds.values())].filter((id) => id !== undefined)
  );
  return new Map(
    paths.map((path) => {
      const inForce = schemes.get(schemeIds.get(path) ?? '') ?? null;
      const offered = nearest(path, (one) => one.entity === 'subset-assignment' && one.schemeId === inForce?.id);
      return [path, { scheme: inForce, subsetId: offered?.aimId ?? null }];
    })
  );
}

const codeRow = z.strictObject({
  schemeId: z.string(),
  schemeName: z.string(),
  id: z.string().nullable(),
  name: z.string().nullable(),
  type: textOf<CodeType>().nullable(),
  length: z.number().nullable(),
  display: textOf<NonNullable<AccountingCode['display']>>().nullable(),
  mandatory: z.boolean().nullable(),
  editableBy: z.string().nullable(),
  dependsOn: z.string().nullable()
});
type CodeRow = z.infer<typeof codeRow>;

/** Schemes with their accounting codes, by id. */
export async function schemesNamed(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, Scheme>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows(tx, codeRow)`
    SELECT s.id AS "schemeId", s.name AS "schemeName", c.id, c.name, c.type, c.length, c.display, c.mandatory,
      c.editable_by AS "editableBy", c.depends_on AS "dependsOn"
    FROM ${rowsOf(scheme)} s
    LEFT JOIN ${ACCOUNTING_CODES} c ON c.issuer_id = s.issuer_id AND c.parent_id = s.id AND c.active
    WHERE s.issuer_id = ${issuerId}::uuid AND s.id = ANY(${[...ids]}::uuid[])
    ORDER BY s.id, c.position, c.id`;
  return new Map(
    ids.flatMap((id) => {
      const own = rows.filter(({ schemeId }) => schemeId === id);
      const codes = own.flatMap(codeOf);
      return own[0] ? [[id, { id, name: own[0].schemeName, version: versionOf(codes), codes }] as const] : [];
    })
  );
}

function codeOf({ id, name, type, length, display, mandatory, editableBy, dependsOn }: CodeRow): AccountingCode[] {
  if (!id || !name || !type) return [];
  const editor = ROLES.find((role) => role === editableBy) ?? 'Z';
  return [{ id, name, type, length, display, mandatory: mandatory === true, editableBy: editor, dependsOn }];
}

/** A digest of the codes' requirements; it changes if a requirement changes. */
const versionOf = (codes: readonly AccountingCode[]) =>
  createHash('md5')
    .update(
      JSON.stringify(
        codes
          .map(({ id, type, length, mandatory, dependsOn }) => [id, type, length, mandatory, dependsOn])
          .sort(([one], [other]) => String(one).localeCompare(String(other)))
      )
    )
    .digest('hex');
