import { setUpEntity } from '../../../kit/setup/entity';
import { currency, date, decimal } from '../../../kit/setup/fields';

/** The conversion rate of a posted currency from a day on: one rule per currency and day (C3.078, C5.069). */
export default setUpEntity({
  name: 'currency-conversion-rule',
  group: 'tax',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Currency conversion rule',
    many: 'Currency conversion rules',
    about: "Rates that convert other currencies to the company's."
  },
  fields: {
    postedCurrency: currency({ label: 'Posted currency', required: true }),
    effectiveDate: date({ label: 'Effective date', required: true }),
    rate: decimal({
      label: 'Rate',
      hint: "The value of one unit in the company's currency.",
      scale: 8,
      positive: true,
      required: true
    })
  },
  keys: { rate: { fields: ['postedCurrency', 'effectiveDate'] } },
  titleFields: ['postedCurrency', 'effectiveDate']
});
