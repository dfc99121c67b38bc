import { setUpEntity } from '../entity';
import { text } from '../fields';

/** Why a transaction is disputed: 99 reasons at most (C5.060). */
export default setUpEntity({
  name: 'dispute-reason',
  group: 'expenses',
  area: 'issuer_setup',
  levels: ['issuer'],
  feature: 'disputes',
  words: { one: 'Dispute reason', many: 'Dispute reasons', about: 'Why a cardholder disputes a transaction.' },
  maximum: 99,
  ordered: true,
  fields: { name: text({ label: 'Reason', max: 75, required: true, unique: true }) }
});
