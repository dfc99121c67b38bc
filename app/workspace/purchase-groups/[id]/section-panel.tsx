import type { ReactNode } from 'react';
import type { Translate } from '@/lib/core/language/texts';
import type { PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import type { Section } from '@/lib/money/purchasing/groups/sections';
import { Badge } from '../../ui/badge';
import { SECTION_LABELS } from '../shown';

interface Props {
  t: Translate;
  section: Section;
  group: PurchaseGroup;
  children: ReactNode;
}

/** A section of a group: whether it is complete, or what is missing. */
export function SectionPanel({ t, section, group: { missing }, children }: Props) {
  const gap = missing.find((one) => one === section);
  return (
    <section className="panel" id={section} aria-labelledby={`${section}-heading`}>
      <div className="group-section-head">
        <h2 id={`${section}-heading`}>{t(SECTION_LABELS[section])}</h2>
        {gap ? (
          <Badge tone="warning">{t(`purchase.group.missing.${gap}`)}</Badge>
        ) : (
          <Badge tone="good">{t('purchase.group.complete')}</Badge>
        )}
      </div>
      {children}
    </section>
  );
}
