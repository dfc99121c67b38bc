import { settingValue } from '../../../access/settings/setting-value';
import { idRow, readRows } from '../../../core/database/rows';
import { GRAPHICS } from '../../../core/files/uploads';
import { setUpEntity } from '../../../kit/setup/entity';
import { file, lines, text } from '../../../kit/setup/fields';
import { rowsOf } from '../../../kit/setup/records-of';
import { beginsWithOne } from '../card-bins';

/** The card types of an issuer. */
const cardType = setUpEntity({
  name: 'issuer-card-type',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: { one: 'Issuer card type', many: 'Issuer card types', about: 'The kinds of card that the issuer has.' },
  fields: {
    code: text({ label: 'Code', max: 30, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Description', max: 75, required: true }),
    bins: lines({
      label: 'BINs',
      hint: 'The first digits of card numbers of this type, one per line. Leave it empty for any.',
      most: 20,
      max: 16,
      pattern: [/^\d{6,16}$/, 'card.bin.invalid']
    }),
    graphic: file({
      label: 'Card graphic',
      hint: 'A PNG or JPG graphic of at most 1 MB.',
      max: 1_000_000,
      uploads: GRAPHICS
    })
  },
  /** The BINs of a card type must be among the issuer's own, if it has any (C5.029). */
  async check({ bins }, { tx, issuerId }) {
    const own = await settingValue(tx, { issuerId, companyId: null }, 'card.bins');
    const foreign = bins?.find((bin) => !beginsWithOne(bin, own));
    return foreign ? [{ code: 'card.bin.foreign', field: 'bins', params: { bin: foreign } }] : [];
  },
  async inUse({ tx, issuerId, ids }): Promise<string[]> {
    const rows = await readRows(tx, idRow)`
      SELECT r.id FROM ${rowsOf(cardType)} r WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[])
        AND EXISTS (SELECT 1 FROM accounts a WHERE a.issuer_id = r.issuer_id AND a.card_type = r.code)`;
    return rows.map(({ id }) => id);
  }
});

export default cardType;
