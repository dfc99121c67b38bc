import { setUpEntity } from '../../../kit/setup/entity';
import { secret, text } from '../../../kit/setup/fields';
import { EXPIRY } from '../card-expiry';
import { requestedAmong } from '../in-use';
import { cardFaults, cardNumberSchema, expiredAmong, typeOfCard } from '../real-card-rules';

/**
 * A company's real card behind the virtual ones (C1.027, C2.021, C3.032): known by its alias, its number sealed. Another
 * number and expiry under the same alias renew it.
 */
export default setUpEntity({
  name: 'real-card',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: {
    one: 'Real card',
    many: 'Real cards',
    about: 'The cards that pay for what virtual cards buy. Their numbers are sealed.'
  },
  fields: {
    name: text({
      label: 'Alias',
      hint: 'What the card is called everywhere. At most four digits, and none of digits 7 to 12 of its number.',
      max: 40,
      required: true,
      unique: true
    }),
    number: secret({
      label: 'Card number',
      hint: '12 to 19 digits. Once saved, it is never shown again.',
      max: 40,
      typed: cardNumberSchema,
      shows: 4,
      required: true,
      unique: true
    }),
    type: text({ label: 'Card type', max: 1024, derived: true }),
    expiry: text({
      label: 'Expiry',
      hint: 'Month and year, such as 06/29.',
      max: 7,
      pattern: [EXPIRY, 'real.card.expiry.invalid'],
      required: true
    })
  },
  derive: async (_, world) => ({ type: await typeOfCard(world) }),
  check: cardFaults,
  invariants: expiredAmong,
  staysReferenced: true,
  inUse: (written) => requestedAmong(written, 'card')
});
