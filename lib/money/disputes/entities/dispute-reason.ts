import { idRow, readRows } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text, whole, yesNo } from '../../../kit/setup/fields';

/** Why a transaction is disputed (C2.088, C3.079): 99 reasons at most (C5.060). */
export default setUpEntity({
  name: 'dispute-reason',
  group: 'expenses',
  area: 'issuer_setup',
  levels: ['issuer'],
  feature: 'disputes',
  words: { one: 'Dispute reason', many: 'Dispute reasons', about: 'Why a cardholder disputes a transaction.' },
  maximum: 99,
  ordered: true,
  fields: {
    code: text({ label: 'Code', max: 2, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Reason', max: 75, required: true, unique: true }),
    situation: choice({
      label: 'Proposed when',
      hint: 'The answer in the dispute form that proposes this reason.',
      options: {
        card_lost: 'My card was lost or stolen',
        card_copied: 'Someone paid in a shop, though I have my card',
        card_used_online: 'Someone used my card online or by phone',
        charged_again: 'A merchant whom I know charged me again without asking',
        charged_twice: 'I was charged twice',
        wrong_amount: 'The amount is wrong',
        wrong_currency: 'The currency is wrong',
        paid_otherwise: 'I paid in another way',
        declined: 'The payment was declined, but charged',
        not_received: 'The goods or services didn’t arrive',
        not_as_described: 'They are faulty or not as described',
        counterfeit: 'The goods are counterfeit',
        subscription: 'I had cancelled the subscription',
        not_refunded: 'I returned the goods, but got no refund',
        booking_cancelled: 'I had cancelled the booking',
        cash_missing: 'The cash machine paid out too little or nothing'
      }
    }),
    networkCode: text({ label: 'Code of the card network', max: 10 }),
    days: whole({
      label: 'Time limit in days',
      hint: 'Days from the posting date in which a dispute can be submitted; 60 if empty.',
      min: 1,
      max: 540
    }),
    waitDays: whole({
      label: 'Days to wait',
      hint: 'Days after the transaction before a dispute can be submitted, such as the time of a delivery.',
      min: 1,
      max: 180
    }),
    contact: yesNo({ label: 'The merchant must be contacted first' })
  },
  async inUse({ tx, issuerId, ids }): Promise<string[]> {
    return (
      await readRows(tx, idRow)`
        SELECT DISTINCT d.reason_id AS id FROM disputes d
        WHERE d.issuer_id = ${issuerId}::uuid AND d.reason_id = ANY(${[...ids]}::uuid[])`
    ).map(({ id }) => id);
  }
});
