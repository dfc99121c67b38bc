import { idRow, readRows } from '../../core/database/rows';
import { setUpEntity } from '../../kit/setup/entity';
import { text } from '../../kit/setup/fields';

/** An issuer's own questions for the second step of a sign-in, in addition to the product's. */
export default setUpEntity({
  name: 'challenge-question',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: {
    one: 'Challenge question',
    many: 'Challenge questions',
    about: 'Questions that users can choose for signing in from a new browser.'
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
      // Users have answered it in this wording.
      fixed: true
    })
  },
  /** Enrolled questions are still asked. */
  async inUse({ tx, issuerId, ids }) {
    const rows = await readRows(tx, idRow)`
      SELECT DISTINCT question_id AS id FROM challenge_responses
      WHERE issuer_id = ${issuerId}::uuid AND question_id = ANY(${[...ids]}::text[])`;
    return rows.map(({ id }) => id);
  }
});
