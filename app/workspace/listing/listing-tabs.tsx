import type { SeenTab } from '@/lib/kit/listing/tabs';
import { Link } from '../ui/link';
import type { ListingContext } from './listing-context';

interface Props {
  context: ListingContext;
  tabs: readonly SeenTab[];
}

/** The tabs of a list: filters with a name and the number of their rows. */
export function ListingTabs({ context: { listing, t, format, address }, tabs }: Props) {
  return (
    <nav className="listing-tabs" aria-label={t(`listing.${listing.name}`)}>
      {tabs.map(({ label, changes, isCurrent, count }) => (
        <Link key={label} href={address(changes)} aria-current={isCurrent ? 'page' : undefined} scroll={false}>
          {t(label)} {count !== null && count > 0 && <span>{format.number(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The tabs once their rows are counted. */
export const CountedTabs = async ({ context, tabs }: { context: ListingContext; tabs: Promise<SeenTab[]> }) => (
  <ListingTabs context={context} tabs={await tabs} />
);
