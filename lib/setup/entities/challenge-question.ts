import { setUpEntity } from '../entity';
import { text } from '../fields';

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
      unique: true
    })
  }
});
