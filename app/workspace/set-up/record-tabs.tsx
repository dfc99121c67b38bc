import { recordPath } from '@/lib/kit/setup/address';
import { partsOf } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { isAsked } from '@/lib/kit/setup/field';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { textKey } from '@/lib/kit/setup/texts';
import { signedInPrincipal } from '../signed-in';
import { Tabs } from '../ui/tabs';
import { listPath } from './address';
import { recordTitle } from './labels';

interface Props {
  entity: Entity;
  record: SetUpRecord;
  /** The current list; absent on the record's own page. */
  current?: Entity;
}

/** The tabs of a record: its own page and the lists of its parts. */
export async function RecordTabs({ entity, record, current }: Props) {
  const { t } = await signedInPrincipal();
  const parts = partsOf(entity).filter(({ parent }) => isAsked(parent ?? {}, record.values));
  if (parts.length === 0) return null;
  const { issuerId, ownerId, id } = record;
  const address = { issuerId, ...(ownerId !== issuerId && { companyId: ownerId }) };
  const tab = (part: Entity, place: RecordListAddress) => ({
    href: listPath(part, place),
    label: t(textKey(part, 'many')),
    current: current?.name === part.name
  });
  return (
    <Tabs
      label={recordTitle(t, entity, record)}
      tabs={[
        { href: recordPath(entity, record), label: t('setup.details'), current: !current },
        // Parts of parts have one list for all parts together.
        ...parts.flatMap((part) => [
          tab(part, { ...address, parentId: id }),
          ...partsOf(part)
            .filter(({ parent }) => parent?.onDelete === 'cascade')
            .map((below) => tab(below, { ...address, aboveId: id }))
        ])
      ]}
    />
  );
}
