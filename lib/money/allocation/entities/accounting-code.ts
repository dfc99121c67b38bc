import { z } from 'zod';
import { ROLES, type Role } from '../../../access/policy/policy';
import { idRow, readRows } from '../../../core/database/rows';
import { type RecordTables, setUpEntity, type Written } from '../../../kit/setup/entity';
import { choice, record, text, whole, yesNo } from '../../../kit/setup/fields';
import { unfitDefaults } from './default-value';

/** The maximum number of fields that depend on one accounting code (C9.028). */
const MOST_DEPENDENTS = 6;

const LEVELS = {
  A: 'Cardholders and above',
  S: 'Account group managers and above',
  O: 'Level managers and above',
  C: 'Company program administrators and above',
  G: 'Company group administrators and above',
  I: 'Issuer program administrators only'
} as const satisfies Partial<Record<Role, string>>;

/** A list longer than this gets a search field instead of a drop-down (C9.036). */
export const LONGEST_DROP_DOWN = 10_000;

/** A field of a scheme, filled in to allocate a cost (CD.42). */
export default setUpEntity({
  name: 'accounting-code',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Accounting code',
    many: 'Accounting codes',
    about: 'The fields to fill in when a cost is allocated, in order.'
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
      hint: 'Maximum number of characters.',
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
      required: true,
      listed: false
    }),
    dependsOn: record({
      label: 'Depends on',
      hint: 'Another code of this scheme whose value decides which values are offered here.',
      target: { entity: 'accounting-code', of: (scheme) => scheme?.id ?? null }
    })
  },
  editableBy: ({ editableBy }) => ROLES.find((role) => role === editableBy) ?? null,
  async invariants(written, tables) {
    const { ids } = written;
    const codes = await codesAndTheirAims(written, tables);
    const unfit = new Set((await unfitDefaults(written, tables)).map(({ codeId }) => codeId));
    const astray = await withStrayValues(written, tables);
    return codes
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, type, display, dependents, values, aimId, circular }) => {
        const aim = codes.find((code) => code.id === aimId);
        return [
          type !== 'list' && dependents > 0 && { field: 'type', code: 'accounting.code.text.dependents' as const },
          type !== 'list' && values > 0 && { field: 'type', code: 'accounting.code.has.values' as const },
          unfit.has(id) && { field: 'type', code: 'accounting.code.has.defaults' as const },
          display === 'dropdown' &&
            values > LONGEST_DROP_DOWN && {
              field: 'display',
              code: 'accounting.code.too.long.for.dropdown' as const,
              params: { maximum: LONGEST_DROP_DOWN }
            },
          circular ? { field: 'dependsOn', code: 'accounting.code.circular' as const } : aim && refusedAim(aim),
          astray.has(id) && { field: 'dependsOn', code: 'accounting.code.values.offered.for' as const }
        ].flatMap((refusal) => (refusal ? [{ ...refusal, id }] : []));
      });
  }
});

const codeRow = z.strictObject({
  id: z.string(),
  type: z.string(),
  display: z.string().nullable(),
  /** The number of codes that depend on it. */
  dependents: z.number(),
  values: z.number(),
  aimId: z.string().nullable(),
  /** Whether its chain of dependencies leads back to it. */
  circular: z.boolean()
});
type Code = z.infer<typeof codeRow>;

/** The reason that no code can depend on this one. */
const refusedAim = ({ type, dependents }: Code) =>
  type !== 'list'
    ? { field: 'dependsOn', code: 'accounting.code.text.dependents' as const }
    : dependents > MOST_DEPENDENTS && {
        field: 'dependsOn',
        code: 'accounting.code.too.many.dependents' as const,
        params: { maximum: MOST_DEPENDENTS }
      };

/** The codes and the codes that they depend on. */
function codesAndTheirAims(
  { tx, issuerId, ids }: Written,
  { rowsOf, referencesOf, totalsOf }: RecordTables
): Promise<Code[]> {
  const codes = rowsOf('accounting-code');
  return readRows(tx, codeRow)`
    WITH RECURSIVE aims AS (
      SELECT f.record_id AS id, f.target_record_id AS aim FROM ${referencesOf('accounting-code', 'dependsOn')} f
      WHERE f.issuer_id = ${issuerId}::uuid
        AND f.record_id IN (SELECT c.id FROM ${codes} c WHERE c.issuer_id = ${issuerId}::uuid AND c.parent_id IN (
          SELECT c.parent_id FROM ${codes} c WHERE c.issuer_id = ${issuerId}::uuid AND c.id = ANY(${[...ids]}::uuid[])))
    ), chain AS (
      SELECT id, aim FROM aims WHERE id = ANY(${[...ids]}::uuid[])
      UNION
      SELECT chain.id, aims.aim FROM chain JOIN aims ON aims.id = chain.aim
    )
    SELECT c.id, c.type, c.display,
      (SELECT count(*)::int FROM aims WHERE aim = c.id) AS dependents,
      coalesce((SELECT t.total FROM ${totalsOf('accounting-code-value')} t
        WHERE t.issuer_id = c.issuer_id AND t.within_id = c.id), 0) AS values,
      (SELECT aim FROM aims WHERE id = c.id) AS "aimId",
      EXISTS (SELECT 1 FROM chain WHERE id = c.id AND aim = c.id) AS circular
    FROM ${codes} c
    WHERE c.issuer_id = ${issuerId}::uuid
      AND (c.id = ANY(${[...ids]}::uuid[]) OR c.id IN (SELECT aim FROM aims WHERE id = ANY(${[...ids]}::uuid[])))`;
}

/** The codes with values that are offered for values of a code other than their parent. */
async function withStrayValues(
  { tx, issuerId, ids }: Written,
  { rowsOf, referencesOf }: RecordTables
): Promise<Set<string>> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT v.parent_id AS id
    FROM ${rowsOf('accounting-code-value')} v
    JOIN ${referencesOf('accounting-code-value', 'parentValues')} f ON (f.issuer_id, f.record_id) = (v.issuer_id, v.id)
    JOIN ${rowsOf('accounting-code-value')} p ON (p.issuer_id, p.id) = (f.issuer_id, f.target_record_id)
    LEFT JOIN ${referencesOf('accounting-code', 'dependsOn')} d ON (d.issuer_id, d.record_id) = (v.issuer_id, v.parent_id)
    WHERE v.issuer_id = ${issuerId}::uuid AND v.parent_id = ANY(${[...ids]}::uuid[])
      AND p.parent_id IS DISTINCT FROM d.target_record_id`;
  return new Set(rows.map(({ id }) => id));
}
