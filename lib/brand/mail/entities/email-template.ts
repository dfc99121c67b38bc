import { settingValue } from '../../../access/settings/setting-value';
import { GRAPHICS } from '../../../core/files/uploads';
import { setUpEntity } from '../../../kit/setup/entity';
import { file, language, text } from '../../../kit/setup/fields';

/** The words of a mail that an issuer or a company words itself. */
export default setUpEntity({
  name: 'email-template',
  group: 'messages',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  inherits: true,
  words: { one: 'Email template', many: 'Email templates', about: 'Text of automatic emails.' },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    language: language({ label: 'Language', required: true }),
    subject: text({ label: 'Subject', max: 150, required: true }),
    body: text({ label: 'Body', max: 2000, long: true, required: true }),
    footer: file({
      label: 'Footer',
      hint: 'A PNG or JPG graphic of at most 1 MB.',
      max: 1_048_576,
      uploads: GRAPHICS
    })
  },
  async check({ body }, { tx, issuerId, companyId }) {
    const maximum = await settingValue(tx, { issuerId, companyId }, 'email.body.length');
    return body.length > maximum ? [{ code: 'too.long.field', field: 'body', params: { maximum } }] : [];
  }
});
