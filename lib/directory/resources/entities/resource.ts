import { setUpEntity } from '../../../kit/setup/entity';
import { choice, choices, file, language, node, text } from '../../../kit/setup/fields';
import { TOPICS } from '../topics';

/** Something to read in the resource centre: a file or a link, for some roles, a place or a language (C3.036). */
export default setUpEntity({
  name: 'resource',
  group: 'messages',
  area: 'resource_setup',
  levels: ['issuer', 'company'],
  inherits: true,
  words: {
    one: 'Resource',
    many: 'Resources',
    about: 'Files and links in the resource center.'
  },
  // Of each issuer or company (C9.023).
  maximum: 30,
  ordered: true,
  fields: {
    name: text({ label: 'Title', max: 100, required: true, unique: true }),
    topic: choice({ label: 'Topic', options: TOPICS, required: true }),
    description: text({ label: 'Description', max: 300, long: true }),
    link: text({
      label: 'Link',
      hint: 'An address that begins with https://. Leave it empty to offer a file.',
      max: 500,
      pattern: [/^https:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/u, 'resource.link.invalid']
    }),
    file: file({
      label: 'File',
      hint: 'A PDF, an Excel workbook or a picture of at most 4 MB.',
      max: 4 * 1024 ** 2,
      uploads: ['pdf', 'xlsx', 'png', 'jpg']
    }),
    place: node({
      label: 'Only at',
      hint: 'The part of the structure that it is for. Empty: all of it.',
      kinds: ['company_group', 'company', 'account_group', 'org_point']
    }),
    roles: choices({
      label: 'Only for',
      hint: 'None chosen: for every role.',
      options: {
        A: 'Cardholder',
        S: 'Account Group Manager',
        O: 'Level Manager',
        C: 'Company Program Administrator',
        G: 'Company Group Administrator',
        I: 'Issuer Program Administrator',
        H: 'Issuer Group Administrator'
      }
    }),
    language: language({ label: 'Language', hint: 'Empty: for readers of every language.' })
  },
  check({ link, file }) {
    if (link === null && file === null) return [{ code: 'resource.nothing', field: 'link' }];
    return link !== null && file !== null ? [{ code: 'resource.both', field: 'link' }] : [];
  }
});
