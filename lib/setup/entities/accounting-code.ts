import { ROLES, type Role } from '../../access/policy';
import { Prisma } from '../../core/prisma/client';
import { setUpEntity } from '../entity';
import { choice, record, text, whole, yesNo } from '../fields';

/** Fields that may depend on one accounting code (C9.028). */
const MOST_DEPENDENTS = 6;
/** A list longer than this is searched, not shown as a drop-down (C9.036). */
const LONGEST_DROP_DOWN = 10_000;

const LEVELS = {
  A: 'Cardholders and everybody above',
  S: 'Account group managers and everybody above',
  O: 'Level managers and everybody above',
  C: 'Company program administrators and everybody above',
  G: 'Company group administrators and everybody above',
  I: 'Issuer program administrators only'
} as const satisfies Partial<Record<Role, string>>;

/** A field of a scheme: what is filled in when a cost is allocated (CD.42). */
export default setUpEntity({
  name: 'accounting-code',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Accounting code',
    many: 'Accounting codes',
    about: 'The fields that are filled in when a cost is allocated, in their order.'
  },
  parent: { entity: 'scheme', onDelete: 'cascade' },
  ordered: true,
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    type: choice({
      label: 'Type',
      options: { list: 'List of values', text: 'Text', number: 'Number', date: 'Date', boolean: 'Yes or no' },
      required: true
    }),
    length: whole({
      label: 'Length',
      hint: 'The most characters that can be entered.',
      min: 1,
      max: 255,
      required: true,
      when: { field: 'type', is: ['text', 'number'] }
    }),
    display: choice({
      label: 'Shown as',
      options: { autocomplete: 'Auto-complete list', dropdown: 'Drop-down' },
      required: true,
      when: { field: 'type', is: ['list'] }
    }),
    mandatory: yesNo({ label: 'Required' }),
    editableBy: choice({
      label: 'Editable by',
      hint: 'The user level allowed to edit the code and its values.',
      options: LEVELS,
      required: true
    }),
    dependsOn: record({
      label: 'Depends on',
      hint: 'Another code of this scheme: its value decides which values this one offers.',
      target: { entity: 'accounting-code', of: (scheme) => scheme?.id ?? null }
    })
  },
  editableBy: ({ editableBy }) => ROLES.find((role) => role === editableBy) ?? null,
  async invariants({ tx, issuerId, ids }) {
    const codes = await tx.$queryRaw<
      { id: string; type: string; display: string | null; dependents: number; values: number }[]
    >`
      SELECT c.id, c.data->>'type' AS type, c.data->>'display' AS display,
        (SELECT count(*)::int FROM setup_references f WHERE f.issuer_id = c.issuer_id AND f.target_record_id = c.id AND f.field = 'dependsOn') AS dependents,
        coalesce((SELECT total FROM setup_totals t WHERE t.issuer_id = c.issuer_id AND t.within_id = c.id AND t.entity = 'accounting-code-value'), 0) AS values
      FROM setup_records c
      WHERE c.issuer_id = ${issuerId}::uuid AND c.id IN (${withDependedOn(issuerId, ids)})`;
    const dependants = await tx.$queryRaw<{ id: string; aim: string; circular: boolean }[]>`
      WITH RECURSIVE chain AS (
        SELECT record_id AS id, target_record_id AS aim, 1 AS depth FROM setup_references
        WHERE issuer_id = ${issuerId}::uuid AND record_id = ANY(${[...ids]}::uuid[]) AND field = 'dependsOn'
        UNION ALL
        SELECT c.id, f.target_record_id, c.depth + 1 FROM chain c JOIN setup_references f
          ON f.issuer_id = ${issuerId}::uuid AND f.record_id = c.aim AND f.field = 'dependsOn'
        WHERE c.aim <> c.id AND c.depth < 1000
      )
      SELECT id, (array_agg(aim ORDER BY depth))[1] AS aim, bool_or(aim = id) AS circular FROM chain GROUP BY id`;
    const own = codes.filter(({ id }) => ids.includes(id));
    return [
      ...own.flatMap(({ id, type, dependents, values }) => [
        ...(type !== 'list' && dependents > 0 ? [{ id, field: 'type', code: 'accounting.code.text.dependents' }] : []),
        ...(type !== 'list' && values > 0 ? [{ id, field: 'type', code: 'accounting.code.has.values' }] : [])
      ]),
      ...own.flatMap(({ id, display, values }) =>
        display === 'dropdown' && values > LONGEST_DROP_DOWN
          ? [
              {
                id,
                field: 'display',
                code: 'accounting.code.too.long.for.dropdown',
                params: { maximum: LONGEST_DROP_DOWN }
              }
            ]
          : []
      ),
      ...dependants.flatMap(({ id, aim, circular }) => {
        const target = codes.find((code) => code.id === aim);
        const field = 'dependsOn';
        if (circular) return [{ id, field, code: 'accounting.code.circular' }];
        if (target?.type !== 'list') return [{ id, field, code: 'accounting.code.text.dependents' }];
        if (target.dependents > MOST_DEPENDENTS)
          return [{ id, field, code: 'accounting.code.too.many.dependents', params: { maximum: MOST_DEPENDENTS } }];
        return [];
      })
    ];
  }
});

/** The ids themselves and those that they depend on. */
const withDependedOn = (issuerId: string, ids: readonly string[]) => Prisma.sql`
  SELECT unnest(${[...ids]}::uuid[]) UNION SELECT target_record_id FROM setup_references
  WHERE issuer_id = ${issuerId}::uuid AND record_id = ANY(${[...ids]}::uuid[]) AND field = 'dependsOn'`;
