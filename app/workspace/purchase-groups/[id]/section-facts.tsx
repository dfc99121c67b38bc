import type { Translate } from '@/lib/core/language/texts';
import { chosenRecords, type RecordField } from '@/lib/money/purchasing/groups/change-sections';
import type { GroupChoices } from '@/lib/money/purchasing/groups/choices';
import type { PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import type { Section } from '@/lib/money/purchasing/groups/sections';
import { Facts } from '../../ui/facts';
import { SECTION_LABELS } from '../shown';

interface Props {
  t: Translate;
  section: Section;
  group: PurchaseGroup;
  choices: GroupChoices;
}

/** A section for readers who may not change it. */
export const SectionFacts = (props: Props) => <Facts facts={factsOf(props)} />;

function factsOf({ t, section, group, choices }: Props) {
  const chosen = (field: RecordField) => {
    const ids = chosenRecords(group, field);
    return named(choices[field].filter(({ id }) => ids.includes(id)));
  };
  switch (section) {
    case 'details':
      return [
        { label: t('purchase.group.name'), value: group.name },
        { label: t('setup.entity.expense.policy.field.instructions'), value: group.instructions }
      ];
    case 'users': {
      const others = group.others > 0 ? t('approval.level.others', { count: group.others }) : '';
      const value = [named(group.users), others].filter(Boolean).join(', ');
      return [{ label: t(SECTION_LABELS.users), value }];
    }
    case 'approvals': {
      const profile = choices.profiles.find(({ id }) => id === group.profileId);
      return [{ label: t('purchase.group.profile'), value: profile?.name }];
    }
    case 'types':
      return [{ label: t(SECTION_LABELS.types), value: chosen('types') }];
    case 'templates':
      return [
        { label: t(SECTION_LABELS.templates), value: chosen('templates') },
        { label: t('setup.entity.supplier.many'), value: chosen('suppliers') }
      ];
  }
}

const named = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ');
