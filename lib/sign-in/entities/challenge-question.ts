import { idRow, readRows } from '../../core/database/rows';
import { setUpEntity } from '../../kit/setup/entity';
import { text } from '../../kit/setup/fields';

/** Questions that an issuer asks at the second step of a sign-in, beside the product's. */
export default setUpEntity({
  name: 'challenge-question',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: {
    one: 'Challenge question',
    many: 'Challenge questions',
    about: 'What people can choose to be asked when they sign in from elsewhere.'
  },
  ordered: true,
  fields: {
    name: text({
      label: 'Question',
      hint: 'Its answer should be known to one person and not change.',
      min: 10,
      max: 150,
      required: true,
      unique: true,
      // People have answered it in these words.
      fixed: true
    })
  },
  /** Those that people have enrolled are asked on. */
  async inUse({ tx, issuerId, ids }) {
    const rows = await readRows(tx, idRow)`
      SELECT DISTINCT question_id AS id FROM challenge_responses
      WHERE issuer_id = ${issuerId}::uuid AND question_id = ANY(${[...ids]}::text[])`;
    return rows.map(({ id }) => id);
  }
});
