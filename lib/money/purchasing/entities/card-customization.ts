import { GRAPHICS } from '../../../core/files/uploads';
import { setUpEntity } from '../../../kit/setup/entity';
import { file, records, text } from '../../../kit/setup/fields';
import { customizedTwice, inUseByCards } from '../customized';

/** How the virtual cards of some real cards look on their requests: a graphic, and the fields that are its parts (C3.031). */
export default setUpEntity({
  name: 'card-customization',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: {
    one: 'Card customization',
    many: 'Card customizations',
    about: 'What virtual cards show on their requests, and their graphic.'
  },
  fields: {
    name: text({ label: 'Customization Name', max: 60, required: true, unique: true }),
    realCards: records({
      label: 'Real cards',
      hint: 'The cards whose virtual cards look like this.',
      target: { entity: 'real-card' },
      most: 50,
      required: true
    }),
    graphic: file({
      label: 'Graphic',
      hint: 'A PNG or JPG graphic of at most 1 MB.',
      max: 1_000_000,
      uploads: GRAPHICS
    })
  },
  invariants: customizedTwice,
  staysReferenced: true,
  inUse: inUseByCards
});
