import { z } from 'zod';
import { settingValue } from '../../../access/settings/setting-value';
import { readRows } from '../../../core/database/rows';
import { beginsWithOne } from '../../../directory/structure/card-bins';
import { cardNumberSchema } from '../../../directory/structure/card-number';
import { todayAt } from '../../../directory/structure/today';
import { setUpEntity } from '../../../kit/setup/entity';
import { secret, text } from '../../../kit/setup/fields';
import { aliasFault } from '../card-alias';
import { EXPIRY, isOver } from '../card-expiry';
import { requestedAmong } from '../in-use';

const expiryRow = z.strictObject({ id: z.string(), expiry: z.string() });

/**
 * A company's real card behind the virtual ones (C1.027, C2.021, C3.032): known by its alias, its number sealed. Another
 * number and expiry under the same alias renew it.
 */
export default setUpEntity({
  name: 'real-card',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: {
    one: 'Real card',
    many: 'Real cards',
    about: 'The cards that pay for what virtual cards buy. Their numbers are sealed.'
  },
  fields: {
    name: text({
      label: 'Alias',
      hint: 'What the card is called everywhere. At most four digits, and none of digits 7 to 12 of its number.',
      max: 40,
      required: true,
      unique: true
    }),
    number: secret({
      label: 'Card number',
      hint: '12 to 19 digits. Once saved, it is never shown again.',
      max: 40,
      typed: cardNumberSchema,
      shows: 4,
      required: true,
      unique: true
    }),
    expiry: text({
      label: 'Expiry',
      hint: 'Month and year, such as 06/29.',
      max: 7,
      pattern: [EXPIRY, 'real.card.expiry.invalid'],
      required: true
    })
  },
  async check({ name, number }, { tx, issuerId, secret: opened }) {
    const digits = await opened('number');
    if (!number || !digits) return [];
    const fault = aliasFault(name, digits);
    const isForeign = !beginsWithOne(digits, await settingValue(tx, { issuerId, companyId: null }, 'card.bins'));
    return [
      ...(fault ? [{ code: fault, field: 'name' }] : []),
      ...(isForeign ? [{ code: 'card.number.bin' as const, field: 'number' }] : [])
    ];
  },
  /** A card whose month is over isn't an active one, also not by activation. */
  async invariants({ tx, issuerId, ids }, { rowsOf }) {
    const today = await todayAt(issuerId, tx);
    const rows = await readRows(tx, expiryRow)`
      SELECT r.id, r.expiry FROM ${rowsOf('real-card')} r
      WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[]) AND r.active`;
    return rows
      .filter(({ expiry }) => isOver(expiry, today))
      .map(({ id }) => ({ id, code: 'real.card.expired' as const, field: 'expiry' }));
  },
  staysReferenced: true,
  inUse: (written) => requestedAmong(written, 'card')
});
