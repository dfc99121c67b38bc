import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import type { ReactNode } from 'react';
import { COUNTED } from '@/lib/kit/listing/page';
import type { ListQuery, SearchParams } from '@/lib/kit/listing/query';
import { Link } from '../ui/link';
import type { ListingContext } from './listing-context';

/** The number of the first row of a page: as its link says, which counted it, or at the end of the list; else unknown. */
export function positionOf(
  { at }: SearchParams,
  { place, size }: ListQuery,
  shown: number,
  count: number
): number | null {
  if (place === 'beginning') return 1;
  if (place === 'end') return count > COUNTED ? null : count - shown + 1;
  const first = Number(at);
  if (!Number.isInteger(first)) return null;
  const last = first + shown - 1;
  return first >= 1 && first % 1 === 0 && (count > COUNTED || last <= count) && size > 0 ? first : null;
}

interface PagesProps {
  context: ListingContext;
  previous: string | null;
  next: string | null;
  /** The number of the first row; null if it is unknown. */
  position: number | null;
  count: number;
}

/** The position in the list, and the links to the other pages. */
export function ListingPages({ context: { t, address, query }, previous, next, position, count }: PagesProps) {
  const at = (first: number | null) => (first === null || first < 1 ? null : String(first));
  const link = (rel: 'prev' | 'next' | undefined, label: string, icon: ReactNode, href: string | null) =>
    href ? (
      <Link className="button quiet icon-button" rel={rel} href={href} aria-label={label} title={label}>
        {icon}
      </Link>
    ) : (
      <span className="button quiet icon-button" aria-hidden="true">
        {icon}
      </span>
    );
  const forward = position === null ? null : position + query.size;
  const back = position === null ? null : Math.max(1, position - query.size);
  const last = position === null ? null : Math.min(count, position + query.size - 1);
  return (
    <nav className="listing-pages" aria-label={t('listing.pages')}>
      {position !== null && last !== null && (
        <span>
          {count > COUNTED
            ? t('listing.position.more', { from: position, to: position + query.size - 1, count: COUNTED })
            : t('listing.position', { from: position, to: last, count })}
        </span>
      )}
      {link(undefined, t('listing.page.first'), <ChevronsLeft aria-hidden="true" size={18} />, previous && address({}))}
      {link(
        'prev',
        t('listing.page.previous'),
        <ChevronLeft aria-hidden="true" size={18} />,
        previous && address({ before: previous, at: at(back) })
      )}
      {link(
        'next',
        t('listing.page.next'),
        <ChevronRight aria-hidden="true" size={18} />,
        next && address({ after: next, at: at(forward) })
      )}
      {link(
        undefined,
        t('listing.page.last'),
        <ChevronsRight aria-hidden="true" size={18} />,
        next && address({ place: 'end' })
      )}
    </nav>
  );
}
