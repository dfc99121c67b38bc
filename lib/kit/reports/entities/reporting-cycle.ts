import { setUpEntity } from '../../setup/entity';
import { choice, date, text, whole } from '../../setup/fields';

const WEEKDAYS = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday'
};

/** When a company's reporting periods end. */
export default setUpEntity({
  name: 'reporting-cycle',
  group: 'tax',
  area: 'company_setup',
  levels: ['company'],
  words: { one: 'Reporting cycle', many: 'Reporting cycles', about: 'When reporting periods begin and end.' },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    frequency: choice({
      label: 'Frequency',
      options: { weekly: 'Weekly', biweekly: 'Every two weeks', monthly: 'Monthly', quarterly: 'Quarterly' },
      required: true
    }),
    closingWeekday: choice({
      label: 'Closes on',
      options: WEEKDAYS,
      required: true,
      when: { field: 'frequency', is: ['weekly', 'biweekly'] }
    }),
    closingDay: whole({
      label: 'Closing day',
      hint: 'In a shorter month, its last day.',
      min: 1,
      max: 31,
      required: true,
      when: { field: 'frequency', is: ['monthly', 'quarterly'] }
    }),
    startsOn: date({ label: 'Starts on', required: true })
  }
});
