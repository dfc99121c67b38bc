import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type ExportStatus, LEDGER_EXPORTS } from '@/lib/money/ledger/exports';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Badge } from '../ui/badge';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { STATUS_TONES } from './status-tones';

export const generateMetadata = titled('ledger.title');

/** The ledger exports in the user's part of the structure, newest first. */
export default workspacePage(async function LedgerPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('ledger_exports', 'view');
  const { principal, t } = page;
  return (
    <>
      <PageHead
        title={t('ledger.title')}
        detail={t('ledger.intro')}
        actions={
          <>
            <Link className="button" href="/workspace/ledger/layouts">
              {t('ledger.layouts')}
            </Link>
            {may(principal, 'ledger_exports', 'run') && (
              <Link className="button primary" href="/workspace/ledger/new">
                {t('ledger.new')}
              </Link>
            )}
          </>
        }
      />
      <ListingView
        listing={LEDGER_EXPORTS}
        path="/workspace/ledger"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/ledger/${id}`}
        cells={{
          status: ({ status }) => (
            <Badge tone={STATUS_TONES[status as ExportStatus]}>{t(`ledger.status.${status as ExportStatus}`)}</Badge>
          )
        }}
        empty={
          <Empty title={t('ledger.none')}>
            <p>{t('ledger.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
