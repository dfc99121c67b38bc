import { ROLES } from '../../../access/policy/policy';
import { idRow, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { setUpEntity } from '../../../kit/setup/entity';
import { date, records, text } from '../../../kit/setup/fields';
import { LONGEST_DROP_DOWN } from './accounting-code';

/** How long a value is retained if a merchant category group in use has it as its default (C9.037). */
const RETENTION_MONTHS = 18;

/** A value of an accounting code of type list (CD.42). */
export default setUpEntity({
  name: 'accounting-code-value',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Accounting code value',
    many: 'Accounting code values',
    about: 'Choices for an accounting code.'
  },
  parent: { entity: 'accounting-code', onDelete: 'cascade', when: { field: 'type', is: ['list'] } },
  viewLimit: 10_000,
  fields: {
    code: text({ label: 'Code', max: 40, required: true, unique: true }),
    name: text({ label: 'Description', max: 255, required: true }),
    activeFrom: date({ label: 'Active from' }),
    activeTo: date({ label: 'Active to' }),
    parentValues: records({
      label: 'Offered for',
      hint: 'Values of the code this one depends on. Leave it empty to offer it for all of them.',
      target: {
        entity: 'accounting-code-value',
        of: (code) => (code?.values.dependsOn as string | null) ?? null
      },
      most: 100
    })
  },
  editableBy: (_values, code) => ROLES.find((role) => role === code?.values.editableBy) ?? null,
  check({ activeFrom, activeTo }, { parent }) {
    if (parent?.values.type !== 'list') return [{ code: 'accounting.code.not.list' }];
    return activeFrom && activeTo && activeFrom > activeTo ? [{ code: 'date.from.after.to', field: 'activeTo' }] : [];
  },
  async invariants({ tx, issuerId, ids }, { rowsOf, totalsOf }) {
    const tooLong = await readRows(tx, idRow)`
      SELECT DISTINCT ON (v.parent_id) v.id FROM ${rowsOf('accounting-code-value')} v
      JOIN ${rowsOf('accounting-code')} c ON (c.issuer_id, c.id) = (v.issuer_id, v.parent_id)
      JOIN ${totalsOf('accounting-code-value')} t ON (t.issuer_id, t.within_id) = (v.issuer_id, v.parent_id)
      WHERE v.issuer_id = ${issuerId}::uuid AND v.id = ANY(${[...ids]}::uuid[])
        AND c.display = 'dropdown' AND t.total > ${LONGEST_DROP_DOWN}`;
    const code = 'accounting.code.too.long.for.dropdown';
    return tooLong.map(({ id }) => ({ id, code, params: { maximum: LONGEST_DROP_DOWN } }));
  },
  async takesAlong({ tx, issuerId, ids }, { rowsOf, referencesOf }) {
    const until = new Date(now());
    until.setUTCMonth(until.getUTCMonth() - RETENTION_MONTHS);
    const rows = await readRows(tx, idRow)`
      SELECT d.id FROM ${referencesOf('default-value', 'value')} f
      JOIN ${rowsOf('accounting-code-value')} v ON (v.issuer_id, v.id) = (f.issuer_id, f.target_record_id)
      JOIN ${rowsOf('default-value')} d ON (d.issuer_id, d.id) = (f.issuer_id, f.record_id)
      WHERE f.issuer_id = ${issuerId}::uuid AND f.target_record_id = ANY(${[...ids]}::uuid[])
        AND d.basis = 'category' AND v.inactive_since <= ${until}`;
    return rows.map(({ id }) => id);
  }
});
