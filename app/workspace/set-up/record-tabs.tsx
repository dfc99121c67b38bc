import { recordPath } from '@/lib/kit/setup/address';
import { partsOf } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import type { Address } from '@/lib/kit/setup/place';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { textKey } from '@/lib/kit/setup/texts';
import { signedInPrincipal } from '../signed-in';
import { Tabs } from '../ui/tabs';
import { listPath } from './address';
import { recordTitle } from './labels';

interface Props {
  entity: Entity;
  record: SetUpRecord;
  /** The list that is shown; none: the record itself is. */
  current?: Entity;
}

/** A record's own page, and the lists of what is part of it. */
export async function RecordTabs({ entity, record, current }: Props) {
  const { t } = await signedInPrincipal();
  const parts = partsOf(entity);
  if (parts.length === 0) return null;
  const { issuerId, ownerId, id } = record;
  const address = { issuerId, ...(ownerId !== issuerId && { companyId: ownerId }) };
  const tab = (part: Entity, place: Address) => ({
    href: listPath(part, place),
    label: t(textKey(part, 'many')),
    current: current?.name === part.name
  });
  return (
    <Tabs
      label={recordTitle(t, entity, record)}
      tabs={[
        { href: recordPath(entity, record), label: t('setup.details'), current: !current },
        // What is part of its parts in turn is there for all of them together.
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
