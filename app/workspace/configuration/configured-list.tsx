import { redirect } from 'next/navigation';
import { configurationArea } from '@/lib/directory/programs/configured-node';
import type { Listing } from '@/lib/kit/listing/listing';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery, type SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { PageHead } from '../ui/page-head';

interface Props {
  kind: 'issuer' | 'company';
  listing: Listing;
  searchParams: SearchParams;
}

/** The issuers or companies whose configuration the user may see; a single one redirects to its page. */
export async function ConfiguredList({ kind, listing, searchParams }: Props) {
  const { principal, t, format } = await signedInFor(configurationArea(kind), 'view');
  const path = `/workspace/configuration/${kind}`;
  const { rows } = await listPage(principal, listing, { ...readQuery(listing, {}), size: 2 });
  if (rows.length === 1 && rows[0]) redirect(`/workspace/configuration/${rows[0].id}`);
  return (
    <>
      <PageHead title={t(`configuration.${kind}.list`)} detail={t(`configuration.${kind}.intro`)} />
      <ListingView
        listing={listing}
        path={path}
        searchParams={searchParams}
        page={{ principal, t, format }}
        href={({ id }) => `/workspace/configuration/${id}`}
      />
    </>
  );
}
