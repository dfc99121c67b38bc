import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import type { Translate } from '@/lib/core/language/texts';
import type { PurchaseGroup } from '@/lib/money/purchasing/groups/groups';
import { SECTIONS } from '@/lib/money/purchasing/groups/sections';
import { SECTION_LABELS } from '../shown';

/** The sections of the page, each with a tick when it is complete. */
export function SectionIndex({ t, group: { missing } }: { t: Translate; group: PurchaseGroup }) {
  return (
    <nav aria-label={t('purchase.group')}>
      <ol className="group-index">
        {SECTIONS.map((section) => {
          const gap = missing.find((one) => one === section);
          return (
            <li key={section} data-missing={gap !== undefined}>
              <a href={`#${section}`}>
                {gap ? <CircleDashed aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
                <span>{t(SECTION_LABELS[section])}</span>
                <span className="visually-hidden">
                  {gap ? t(`purchase.group.missing.${gap}`) : t('purchase.group.complete')}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
