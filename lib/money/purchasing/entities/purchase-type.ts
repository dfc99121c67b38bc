import { setUpEntity } from '../../../kit/setup/entity';
import { lines, text } from '../../../kit/setup/fields';
import { followRecords } from '../groups/follow-records';
import { requestedAmong } from '../in-use';

/** A kind of purchases (C3.060): its merchant categories are enforced when a card is used. */
export default setUpEntity({
  name: 'purchase-type',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: { one: 'Purchase type', many: 'Purchase types', about: 'What is purchased, and at which kinds of merchants.' },
  fields: {
    name: text({ label: 'Purchase Type Name', max: 60, required: true, unique: true }),
    description: text({ label: 'Description', max: 1024, long: true }),
    codes: lines({
      label: 'Merchant category codes',
      hint: 'Four digits each, one per line.',
      most: 500,
      max: 4,
      pattern: [/^\d{4}$/, 'merchant.category.invalid']
    })
  },
  staysReferenced: true,
  inUse: (written) => requestedAmong(written, 'type'),
  follow: followRecords
});
