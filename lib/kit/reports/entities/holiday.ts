import { setUpEntity } from '../../setup/entity';
import { date, text } from '../../setup/fields';

/** A day on which schedules that go by business days don't run. A company's come beside its issuer's. */
export default setUpEntity({
  name: 'holiday',
  group: 'tax',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  inherits: true,
  maximum: 500,
  words: { one: 'Holiday', many: 'Holidays', about: 'Days besides weekends that are no business days.' },
  fields: {
    date: date({ label: 'Date', required: true, unique: true }),
    name: text({ label: 'Name', max: 60, required: true })
  }
});
