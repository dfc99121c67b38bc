import { settingValue } from '../../../access/settings/setting-value';
import { unfitDefaults } from '../accounting-rules';
import { setUpEntity } from '../entity';
import { choice, node, record, text } from '../fields';

/** What an accounting code is filled with by account, merchant or merchant category (CD.42). */
export default setUpEntity({
  name: 'default-value',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Default value',
    many: 'Default values',
    about: 'What an accounting code is filled with by account, merchant or merchant category.'
  },
  parent: { entity: 'scheme', onDelete: 'cascade' },
  fields: {
    accountingCode: record({
      label: 'Accounting code',
      target: { entity: 'accounting-code', of: (scheme) => scheme?.id ?? null },
      required: true
    }),
    basis: choice({
      label: 'By',
      options: { account: 'Account', merchant: 'Merchant', category: 'Merchant category group' },
      required: true
    }),
    account: node({
      label: 'Account',
      kinds: ['account'],
      required: true,
      when: { field: 'basis', is: ['account'] }
    }),
    merchant: text({
      label: 'Merchant ID',
      max: 15,
      pattern: [/^[A-Za-z0-9]{15}$/, 'merchant.id.invalid'],
      required: true,
      when: { field: 'basis', is: ['merchant'] }
    }),
    category: record({
      label: 'Merchant category group',
      target: { entity: 'merchant-category-group' },
      required: true,
      when: { field: 'basis', is: ['category'] }
    }),
    value: record({
      label: 'Value',
      hint: 'For an accounting code that is a list.',
      target: { entity: 'accounting-code-value', of: { field: 'accountingCode' } }
    }),
    text: text({
      label: 'Text',
      hint: 'For an accounting code of any other type: a date as 2026-12-31, yes as true and no as false.',
      max: 255
    })
  },
  keys: { basis: { fields: ['accountingCode', 'account', 'merchant', 'category'] } },
  titleFields: ['accountingCode', 'account', 'merchant', 'category'],
  async invariants({ tx, issuerId, ownerId, ids }) {
    const form = await settingValue(tx, { issuerId, companyId: ownerId }, 'merchant.id.form');
    const odd =
      form === 'digits'
        ? await tx.$queryRaw<{ id: string }[]>`
            SELECT id FROM setup_records
            WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND data->>'merchant' !~ '^[0-9]+$'`
        : [];
    return [
      ...odd.map(({ id }) => ({ id, field: 'merchant', code: 'merchant.id.not.digits' as const })),
      ...(await unfitDefaults(tx, issuerId, ids))
    ];
  }
});
