import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { setUpPath } from '@/lib/kit/setup/address';
import { firstPlaces } from '@/lib/kit/setup/assigned-places';
import type { Entity } from '@/lib/kit/setup/entity';
import type { RecordList, RecordListAddress } from '@/lib/kit/setup/record-list';
import { textKey } from '@/lib/kit/setup/texts';
import { Empty } from '../ui/empty';
import { formTextsOf } from '../ui/form-texts';
import { addressQuery } from './address';
import { savePlaces } from './places-actions';
import { PlacesLeaf } from './places-leaf';
import { shownPlaces } from './shown-places';

interface Props {
  principal: Principal;
  t: Translate;
  /** The entity of the assignments, and the list of them: the parts of the record that is assigned. */
  entity: Entity;
  list: RecordList;
  address: RecordListAddress;
}

/** Where a record applies: the places of its company as a tree, ticked where it is assigned. */
export async function Places({ principal, t, entity, list, address }: Props) {
  const first = await firstPlaces(principal, entity, address);
  if (!first?.places.length) return <Empty title={t('structure.empty')} />;
  const label = t(textKey(entity, 'many'));
  return (
    <section className="panel places" aria-label={label}>
      {list.writable && <p className="hint">{t('setup.places.hint')}</p>}
      <PlacesLeaf
        first={shownPlaces(t, first)}
        source={setUpPath(`/${entity.name}/places`, addressQuery(address))}
        action={savePlaces.bind(null, entity.name, address)}
        isReadOnly={!list.writable}
        texts={{
          label,
          search: t('structure.search'),
          onlyAssigned: t('setup.places.only'),
          inherited: t('setup.places.inherited', { place: '{place}' }),
          other: t('setup.places.other', { name: '{name}' }),
          otherAbove: t('setup.places.other.above', { name: '{name}', place: '{place}' }),
          replaces: t('setup.places.replaces', { name: '{name}' }),
          changes: t('configuration.changes', { count: '{count}' }),
          saved: t('setup.done.changed'),
          save: t('setup.save'),
          more: t('structure.tree.more'),
          form: formTextsOf(t)
        }}
      />
    </section>
  );
}
