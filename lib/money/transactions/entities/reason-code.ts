import { setUpEntity } from '../../../kit/setup/entity';
import { text } from '../../../kit/setup/fields';

/** The reason for an action on an account: ten at most (C5.059). */
export default setUpEntity({
  name: 'reason-code',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: {
    one: 'Reason code',
    many: 'Reason codes',
    about: 'Why an account is closed, suspended or replaced.'
  },
  maximum: 10,
  ordered: true,
  fields: {
    code: text({ label: 'Code', max: 2, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Description', max: 75, required: true, unique: true })
  }
});
