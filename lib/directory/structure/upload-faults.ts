import type { PoolClient } from 'pg';
import { z } from 'zod';
import { listedValues } from './account-lists';
import { ACCOUNT } from './account-states';
import { KINDS, type Kind, LABEL_CHARACTERS, MAX_DEPTH, PARENTS } from './kinds';
import type { UploadPlace } from './resolve-upload';
import type { UploadField } from './upload-columns';
import { MAX_FAULTS, type UploadFault } from './upload-rows';

/** A rule over the rows of `outcome` (as `o`): a row that meets the condition violates it. */
interface Rule {
  field: UploadField;
  code: string;
  broken: string;
}

/** The permissions for an upload, as they were when it was requested. */
export const uploadPowersSchema = z.object({ structure: z.boolean(), accounts: z.boolean() });
export type UploadPowers = z.output<typeof uploadPowersSchema>;

const pairs = (list: readonly (readonly [string, string])[]) => list.map(([a, b]) => `('${a}', '${b}')`).join(', ');
const PLACES = pairs(KINDS.flatMap((kind) => PARENTS[kind].map((parent): [Kind, Kind] => [kind, parent])));
const CHANGES_OF_STATE = pairs(
  Object.entries(ACCOUNT.events)
    .filter(([event]) => event !== 'replace')
    .flatMap(([, { from, to }]) => from.map((state): [string, string] => [state, to]))
);
const isBelowCompany = "o.kind IN ('account_group', 'org_point', 'account')";
const isOver = (status: string) => `${status} IN ('closed', 'replaced')`;

/** The condition that a row has a value that is missing in the issuer's list, if there is a list. */
const unlisted = ({ issuerId }: UploadPlace['root'], list: 'cardType' | 'statusCode', column: string) => {
  const listed = `SELECT 1 FROM ${listedValues(list)} l WHERE l.issuer_id = '${issuerId}' AND l.owner_id = '${issuerId}' AND l.active`;
  return `o.${column} IS DISTINCT FROM o.old_${column} AND o.${column} IS NOT NULL AND EXISTS (${listed})
    AND NOT EXISTS (${listed} AND l.code = o.${column})`;
};

function rulesFor({ root }: UploadPlace, powers: UploadPowers): Rule[] {
  const forbidden = [
    ...(powers.structure ? [] : ["o.kind <> 'account'"]),
    ...(powers.accounts ? [] : ["o.kind = 'account'"])
  ].map(
    (broken): Rule => ({ field: 'kind', code: 'forbidden.action', broken: `${broken} AND (o.is_new OR o.is_moved)` })
  );
  return [
    ...forbidden,
    { field: 'name1', code: 'required', broken: 'o.name_1 IS NULL' },
    { field: 'number', code: 'required', broken: "o.kind <> 'account' AND o.number IS NULL" },
    { field: 'level', code: 'required', broken: "o.kind = 'org_point' AND o.level IS NULL" },
    { field: 'currency', code: 'required', broken: "o.kind = 'company' AND o.currency IS NULL" },
    { field: 'cardNumber', code: 'required', broken: "o.kind = 'account' AND o.is_new AND o.card_hash IS NULL" },
    {
      field: 'company',
      code: 'required',
      broken: `${isBelowCompany} AND o.company_id IS NULL AND o.said_company IS NULL`
    },
    {
      field: 'company',
      code: 'upload.company.unknown',
      broken: `${isBelowCompany} AND o.company_id IS NULL AND o.said_company IS NOT NULL`
    },
    {
      field: 'company',
      code: 'structure.move.across',
      broken: `${isBelowCompany} AND o.known AND o.company_id <> o.old_company_id`
    },
    {
      field: 'parent',
      code: 'upload.parent.unknown',
      broken: "o.parent_id IS NULL AND o.parent IS NOT NULL AND (o.company_id IS NOT NULL OR o.kind = 'company')"
    },
    {
      field: 'kind',
      code: 'upload.outside',
      broken: `o.id <> '${root.id}' AND (o.is_new OR o.is_moved) AND NOT o.parent_in_part AND o.parent IS NULL AND (o.company_id IS NOT NULL OR o.kind = 'company_group')`
    },
    {
      field: 'parent',
      code: 'structure.misplaced',
      broken: `o.parent_id IS NOT NULL AND (o.kind::text, o.parent_kind::text) NOT IN (${PLACES})`
    },
    {
      field: 'level',
      code: 'structure.level.above.parent',
      broken:
        'o.level < o.parent_level AND (o.is_new OR o.is_moved OR o.level <> o.old_level OR o.parent_level <> o.old_parent_level)'
    },
    {
      field: 'level',
      code: 'structure.level.below.children',
      broken: `o.level <> o.old_level AND EXISTS (SELECT 1 FROM nodes c WHERE c.issuer_id = '${root.issuerId}' AND c.parent_id = o.id AND c.level < o.level AND NOT EXISTS (SELECT 1 FROM outcome x WHERE x.id = c.id))`
    },
    { field: 'cardNumber', code: 'upload.card.changes', broken: 'o.known AND o.card_hash <> o.old_card_hash' },
    { field: 'openedOn', code: 'upload.fixed', broken: 'o.known AND o.said_opened_on <> o.old_opened_on' },
    {
      field: 'ica',
      code: 'ica.unknown',
      broken: `o.ica IS DISTINCT FROM o.old_ica AND o.ica IS NOT NULL AND EXISTS (SELECT 1 FROM issuers i WHERE i.id = '${root.issuerId}' AND i.icas <> '{}' AND o.ica <> ALL (i.icas))`
    },
    { field: 'cardNumber', code: 'card.number.bin', broken: 'o.is_new AND o.bin_refused' },
    { field: 'cardType', code: 'card.type.unknown', broken: unlisted(root, 'cardType', 'card_type') },
    {
      field: 'cardType',
      code: 'card.type.bin',
      broken: 'o.card_type IS DISTINCT FROM o.old_card_type AND o.types_refusing ? o.card_type'
    },
    {
      field: 'statusCode',
      code: 'status.code.unknown',
      broken: unlisted(root, 'statusCode', 'status_code')
    },
    { field: 'status', code: 'upload.new.closed', broken: "o.is_new AND o.status <> 'active'" },
    {
      field: 'status',
      code: 'upload.status.kind',
      broken: "o.kind <> 'account' AND o.status NOT IN ('active', 'closed')"
    },
    {
      field: 'status',
      code: 'account.state.forbids',
      broken: `o.known AND o.kind = 'account' AND o.status <> o.old_status AND (o.old_status, o.status) NOT IN (${CHANGES_OF_STATE})`
    },
    { field: 'status', code: 'forbidden.action', broken: `o.id = '${root.id}' AND o.status <> o.old_status` },
    {
      field: 'status',
      code: 'structure.close.active.below',
      broken: `o.known AND o.kind <> 'account' AND o.status = 'closed' AND o.old_status = 'active' AND EXISTS (
        SELECT 1 FROM nodes c WHERE c.issuer_id = '${root.issuerId}' AND c.parent_id = o.id AND c.status = 'active'
          AND NOT EXISTS (SELECT 1 FROM outcome b WHERE b.id = c.id))`
    },
    {
      field: 'parent',
      code: 'structure.parent.closed',
      broken: `NOT ${isOver('o.status')} AND o.parent_status = 'closed' AND o.parent_id IS NOT NULL`
    }
  ];
}

/** Values that another node has already, found by unique indexes. */
const TAKEN: { field: UploadField; code: string; by: string }[] = [
  {
    field: 'number',
    code: 'structure.number.taken',
    by: `JOIN nodes n ON n.issuer_id = $1 AND n.kind = o.kind AND n.number = o.number AND n.id <> o.id
      WHERE n.kind IN ('company', 'company_group') AND o.number IS DISTINCT FROM o.old_number`
  },
  {
    field: 'number',
    code: 'structure.number.taken',
    by: `JOIN nodes n ON n.issuer_id = $1 AND n.company_id = o.company_id AND n.kind = o.kind AND n.number = o.number AND n.id <> o.id
      WHERE n.kind IN ('account_group', 'org_point') AND o.number IS DISTINCT FROM o.old_number`
  },
  {
    field: 'cardNumber',
    code: 'card.number.taken',
    by: 'JOIN accounts a ON a.issuer_id = $1 AND a.card_number_hash = o.card_hash WHERE o.is_new'
  }
];

/** Values that must be unique in the file. */
const UNIQUE: { field: UploadField; code: string; keys: string; among: string }[] = [
  { field: 'reference', code: 'upload.row.twice', keys: 'o.id', among: 'TRUE' },
  {
    field: 'number',
    code: 'upload.number.twice',
    keys: `o.kind, CASE WHEN ${isBelowCompany} THEN o.company_id END, o.number`,
    among: `o.number IS NOT NULL AND (o.company_id IS NOT NULL OR NOT ${isBelowCompany})`
  },
  { field: 'cardNumber', code: 'upload.card.twice', keys: 'o.card_hash', among: 'o.card_hash IS NOT NULL AND o.is_new' }
];

/**
 * Writes all faults of the rows of `staged` and `outcome` into the temporary table `faults`, with those from reading
 * the file. A cell gets at most one fault.
 */
export async function findFaults(
  client: PoolClient,
  place: UploadPlace,
  powers: UploadPowers,
  found: readonly UploadFault[]
): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE faults ON COMMIT DROP AS
     SELECT row, field, code, coalesce(params, '{}') AS params, "column" FROM
       jsonb_to_recordset($1::jsonb) AS f (row integer, field text, code text, params jsonb, "column" text)`,
    [JSON.stringify(found)]
  );
  const unread = 'NOT EXISTS (SELECT 1 FROM faults f WHERE f.row = v.row AND f.field = v.field)';
  const add = (rows: string, parameters: unknown[] = []) =>
    client.query(
      `INSERT INTO faults SELECT DISTINCT ON (row, field) row, field, code, params FROM (${rows}) v
      WHERE ${unread} ORDER BY row, field LIMIT ${MAX_FAULTS}`,
      parameters
    );
  await add(`SELECT row, 'kind' AS field, 'required' AS code, '{}'::jsonb AS params FROM staged WHERE kind IS NULL`);
  await add(`SELECT s.row, 'reference' AS field, 'upload.reference.unknown' AS code, '{}'::jsonb AS params
    FROM staged s LEFT JOIN target t USING (row) WHERE s.reference IS NOT NULL AND t.id IS NULL AND s.kind IS NOT NULL`);
  for (const { field, code, keys, among } of UNIQUE)
    await add(`SELECT row, '${field}' AS field, '${code}' AS code, jsonb_build_object('row', first) AS params FROM (
      SELECT o.row, first_value(o.row) OVER (PARTITION BY ${keys} ORDER BY o.row) AS first FROM outcome o WHERE ${among}) r
      WHERE row <> first`);
  for (const { field, code, by } of TAKEN)
    await add(`SELECT o.row, '${field}' AS field, '${code}' AS code, '{}'::jsonb AS params FROM outcome o ${by}`, [
      place.root.issuerId
    ]);
  const rules = rulesFor(place, powers);
  const broken = rules.map((rule) => `(${rule.broken})`).join(' OR ');
  const lines = rules.map((rule) => `('${rule.field}', '${rule.code}', (${rule.broken}))`).join(', ');
  // A row with an unknown reference would be treated as new, and cause misleading faults.
  await add(`SELECT o.row, r.field, r.code, '{}'::jsonb AS params FROM (SELECT * FROM outcome o WHERE ${broken}) o
    CROSS JOIN LATERAL (VALUES ${lines}) r (field, code, broken)
    WHERE r.broken AND NOT EXISTS (SELECT 1 FROM faults f WHERE f.row = o.row AND f.code = 'upload.reference.unknown')`);
  await findCircles(client, place, add);
}

/** Follows the future paths of all new or moved nodes upwards: they must reach the top and not be too long. */
async function findCircles(
  client: PoolClient,
  { root }: UploadPlace,
  add: (rows: string) => Promise<unknown>
): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE ways ON COMMIT DROP AS
     WITH RECURSIVE up AS (
       SELECT DISTINCT parent_id AS start, parent_id AS at, 0 AS depth FROM outcome WHERE (is_new OR is_moved) AND parent_id IS NOT NULL
       UNION ALL
       SELECT up.start, CASE WHEN o.id IS NULL THEN n.parent_id ELSE o.parent_id END, up.depth + 1
       FROM up LEFT JOIN outcome o ON o.id = up.at LEFT JOIN nodes n ON n.issuer_id = $1 AND n.id = up.at
       WHERE up.at IS NOT NULL AND up.depth <= ${MAX_DEPTH}
     )
     SELECT start, max(depth) AS depth, NOT bool_or(at IS NULL) AND count(*) > count(DISTINCT at) AS circles FROM up GROUP BY start`,
    [root.issuerId]
  );
  const below = `CASE WHEN o.is_moved AND o.kind <> 'account' THEN (SELECT max(length(d.path)) FROM nodes d WHERE d.issuer_id = '${root.issuerId}'
    AND d.path >= o.old_path AND d.path < o.old_path || 'g') / ${LABEL_CHARACTERS} - length(o.old_path) / ${LABEL_CHARACTERS} ELSE 0 END`;
  await add(`SELECT o.row, 'parent' AS field, CASE WHEN w.circles THEN 'structure.move.into.itself' ELSE 'structure.too.deep' END AS code,
    '{}'::jsonb AS params FROM outcome o JOIN ways w ON w.start = o.parent_id
    WHERE (o.is_new OR o.is_moved) AND (w.circles OR w.depth + 1 + ${below} > ${MAX_DEPTH})`);
}
