import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { setUpPath } from '@/lib/kit/setup/address';
import { lastAnswers } from '@/lib/money/rails/answers';
import type { FileState } from '@/lib/money/rails/files';
import { PAYMENT_FILES } from '@/lib/money/rails/listing';
import { uncollected, unpaid, unvalidated } from '@/lib/money/rails/uncollected';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice, Notice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { RecordForm } from '../ui/record-form';
import { workspacePage } from '../workspace-page';
import { answerFields } from './answer-fields';
import { Answers } from './answers';
import { FileStateBadge } from './file-state';

export const generateMetadata = titled('listing.payment-files');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** The files that collect payments at the issuer's bank, and what the bank answers (C1.012). */
export default workspacePage(async function PaymentFilesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('payment_files', 'view');
  const { principal, t } = page;
  const query = await searchParams;
  const [waiting, unsent, owed] = [await uncollected(principal), await unvalidated(principal), await unpaid(principal)];
  return (
    <>
      <PageHead
        title={t('listing.payment-files')}
        actions={
          may(principal, 'issuer_setup', 'modify') && (
            <Link className="button" href={setUpPath('/bank-originator', { issuer: principal.issuerId })}>
              {t('setup.entity.bank.originator.many')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ read: t('payment.answer.done') }} />
      {waiting > 0 && <Notice kind="problem">{t('payment.file.uncollected', { count: waiting })}</Notice>}
      {owed > 0 && <Notice kind="problem">{t('payment.file.repayments.waiting', { count: owed })}</Notice>}
      {unsent > 0 && <Notice kind="problem">{t('payment.file.accounts.waiting', { count: unsent })}</Notice>}
      <ListingView
        listing={PAYMENT_FILES}
        path="/workspace/payment-files"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/payment-files/${id}`}
        cells={{ state: ({ state }) => <FileStateBadge state={state as FileState} t={t} /> }}
        empty={
          <Empty title={t('payment.file.none')}>
            <p>{t('payment.file.none.advice')}</p>
          </Empty>
        }
      />
      <FromTheBank page={page} />
    </>
  );
});

async function FromTheBank({ page: { principal, t, format } }: { page: Page }) {
  return (
    <section className="panel" aria-labelledby="answers-heading">
      <h2 id="answers-heading">{t('payment.answer.title')}</h2>
      {may(principal, 'payment_files', 'run') && (
        <RecordForm
          action="/workspace/payment-files/answer"
          fields={answerFields(t)}
          submitLabel={t('payment.answer.submit')}
        />
      )}
      <Answers answers={await lastAnswers(principal)} t={t} format={format} />
    </section>
  );
}
