import { setUpEntity } from '../entity';
import { text } from '../fields';

/** The kinds of card that an issuer has. */
export default setUpEntity({
  name: 'issuer-card-type',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: { one: 'Issuer card type', many: 'Issuer card types', about: 'The kinds of card that the issuer has.' },
  fields: {
    code: text({ label: 'Code', max: 30, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Description', max: 75, required: true })
  },
  async inUse({ tx, issuerId, ids }) {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT r.id FROM setup_records r WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[])
        AND EXISTS (SELECT 1 FROM accounts a WHERE a.issuer_id = r.issuer_id AND a.card_type = r.code)`;
    return rows.map(({ id }) => id);
  }
});
