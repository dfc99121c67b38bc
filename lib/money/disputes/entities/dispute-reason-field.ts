import { exists } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text, yesNo } from '../../../kit/setup/fields';

/** The most fields over all dispute reasons of an issuer. */
const MOST_FIELDS = 99;

/** A field to fill in with a dispute reason: 99 at most over all reasons of an issuer (C9.033). */
export default setUpEntity({
  name: 'dispute-reason-field',
  group: 'expenses',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: { one: 'Dispute field', many: 'Dispute fields', about: 'Fields to fill in with this dispute reason.' },
  parent: { entity: 'dispute-reason', onDelete: 'cascade' },
  ordered: true,
  fields: {
    name: text({ label: 'Label', max: 25, required: true, unique: true }),
    type: choice({
      label: 'Type',
      options: { text: 'Text', number: 'Number', date: 'Date', boolean: 'Yes or no' },
      required: true
    }),
    mandatory: yesNo({ label: 'Required' })
  },
  async invariants({ tx, issuerId, ownerId, ids }, { rowsOf }) {
    const isOver = await exists(tx)`
      SELECT 1 FROM ${rowsOf('dispute-reason-field')} f
      WHERE f.issuer_id = ${issuerId}::uuid AND f.owner_id = ${ownerId}::uuid AND f.active
      OFFSET ${MOST_FIELDS}::int LIMIT 1`;
    return isOver ? ids.map((id) => ({ id, code: 'setup.maximum' as const, params: { maximum: MOST_FIELDS } })) : [];
  }
});
