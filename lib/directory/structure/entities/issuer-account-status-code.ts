import { idRow, readRows } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { text, yesNo } from '../../../kit/setup/fields';
import { rowsOf } from '../../../kit/setup/records-of';

/** The issuer's own codes for the state of an account (C5.039–C5.041). */
const statusCode = setUpEntity({
  name: 'issuer-account-status-code',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: {
    one: 'Issuer account status code',
    many: 'Issuer account status codes',
    about: "The issuer's own codes for the state of an account."
  },
  fields: {
    code: text({ label: 'Code', max: 2, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Description', max: 75, required: true }),
    systemStatus: text({
      label: 'Set System Account Status',
      hint: 'One character.',
      max: 1,
      required: true
    }),
    blocksUse: yesNo({ label: 'Blocks use', hint: 'Nothing new can be entered for an account with this code.' })
  },
  async inUse({ tx, issuerId, ids }): Promise<string[]> {
    const rows = await readRows(tx, idRow)`
      SELECT r.id FROM ${rowsOf(statusCode)} r WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[])
        AND EXISTS (SELECT 1 FROM accounts a WHERE a.issuer_id = r.issuer_id AND a.status_code = r.code)`;
    return rows.map(({ id }) => id);
  }
});

export default statusCode;
