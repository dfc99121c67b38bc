import type { Translate } from '@/lib/core/language/texts';
import { ListingPanel, type PanelTexts } from './listing-panel';
import type { ListReads } from './listing-reads';

interface Props {
  id: string;
  reads: ListReads;
  /** The page of the record. */
  href: string | null | undefined;
  t: Translate;
}

/** The record that the address opens beside the list; nothing if the reader doesn't see it. */
export async function ListingBeside({ id, reads, href, t }: Props) {
  const [record, { rows }] = await Promise.all([reads.record, reads.page]);
  if (!record) return null;
  return <ListingPanel {...{ id, record }} ids={rows.map((row) => row.id)} href={href ?? null} texts={panelTexts(t)} />;
}

const panelTexts = (t: Translate): PanelTexts => ({
  close: t('listing.panel.close'),
  previous: t('listing.panel.previous'),
  next: t('listing.panel.next'),
  page: t('listing.panel.page')
});
