import { settingValue } from '../../../access/settings/setting-value';
import { setUpEntity } from '../../../kit/setup/entity';
import { emails, language, record, text, yesNo } from '../../../kit/setup/fields';
import { requestedAmong } from '../in-use';

/** A supplier of purchase requests (C3.020, C3.072, C3.073, C1.028, C5.045, C5.046, C5.115). */
export default setUpEntity({
  name: 'supplier',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: { one: 'Supplier', many: 'Suppliers', about: 'Whom purchases are made from.' },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    merchantId: text({
      label: 'Merchant ID',
      max: 15,
      pattern: [/^[A-Za-z0-9]{15}$/, 'merchant.id.invalid'],
      required: true,
      unique: true
    }),
    acquirerId: text({
      label: 'Acquirer ID',
      max: 6,
      pattern: [/^\d+$/, 'purchase.acquirer.invalid'],
      listed: false
    }),
    locksCards: yesNo({ label: 'Cards pay this merchant ID only', listed: false }),
    emails: emails({ label: 'Email', hint: 'Up to five addresses, separated by commas.', most: 5, required: true }),
    language: language({ label: 'Supplier Email Language', required: true }),
    straightThrough: yesNo({
      label: 'Straight-through processing',
      hint: 'An approved request is paid by itself, and the supplier is told by email.'
    }),
    integrator: record({
      label: 'Integrator',
      hint: 'A system that is told of these payments too.',
      target: { entity: 'integrator' },
      listed: false,
      when: { field: 'straightThrough', is: [true] }
    })
  },
  /** A setting may demand digits alone (C5.047, C5.047D); older records stay readable. */
  async check({ merchantId }, { tx, issuerId, companyId }) {
    const form = await settingValue(tx, { issuerId, companyId }, 'merchant.id.form');
    return form === 'digits' && !/^\d+$/.test(merchantId)
      ? [{ code: 'merchant.id.not.digits', field: 'merchantId' }]
      : [];
  },
  staysReferenced: true,
  inUse: (written) => requestedAmong(written, 'supplier')
});
