import '../payment-files.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import {
  accountsOfFile,
  type FilePayment,
  type FileRepayment,
  MOST_SHOWN,
  type PaymentFile,
  paymentsOfFile,
  repaymentsOfFile,
  seenFile
} from '@/lib/money/rails/files';
import { reasonOf } from '@/lib/money/rails/return-codes';
import type { TestedAccount } from '@/lib/money/wallet/tested-accounts';
import { idOf } from '../../addresses';
import { BankAccountBadge } from '../../bank-accounts/state-badge';
import { PaymentBadge } from '../../payments/state-badge';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Facts } from '../../ui/facts';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { FileStateBadge } from '../file-state';

export const generateMetadata = titled('payment.file.one');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** A file for the bank with its totals, and the state of each of its payments. */
export default workspacePage(async function PaymentFilePage({ params }: { params: Promise<{ id: string }> }) {
  const page = await signedInFor('payment_files', 'view');
  const { principal, t, format } = page;
  const file = await seenFile(principal, idOf((await params).id));
  if (!file) notFound();
  const isValidation = file.kind === 'validation';
  return (
    <>
      <PageHead
        title={file.fileName}
        trail={[{ href: '/workspace/payment-files', label: t('listing.payment-files') }]}
        detail={<FileStateBadge state={file.state} t={t} />}
        actions={
          may(principal, 'payment_files', 'run') && (
            <a className="button primary" href={`/workspace/payment-files/${file.id}/file`} download>
              {t('payment.file.download')}
            </a>
          )
        }
      />
      <section className="panel" aria-label={t('payment.file.one')}>
        <Facts
          facts={[
            ...(file.kind === 'payments'
              ? []
              : [{ label: t('payment.file.one'), value: t(`payment.file.kind.${file.kind}`) }]),
            ...(isValidation
              ? []
              : [{ label: t('payment.file.total'), value: format.money(file.total, file.currency) }]),
            {
              label: t(COUNTED[file.kind]),
              value: format.number(file.paymentCount)
            },
            { label: t('payment.state.returned'), value: format.number(file.returned) },
            { label: t('payment.file.rail'), value: t(`payment.file.rail.${file.rail}`) },
            { label: t('payment.file.collect.on'), value: format.date(file.collectOn) },
            { label: t('payment.file.written'), value: format.dateTime(file.writtenAt) },
            { label: 'SHA-256', value: <span className="payment-file-digest">{file.sha256}</span> }
          ]}
        />
      </section>
      {file.kind === 'repayments' ? (
        <Repayments page={page} file={file} entries={await repaymentsOfFile(principal, file.id)} />
      ) : isValidation ? (
        <Accounts page={page} accounts={await accountsOfFile(principal, file.id)} />
      ) : (
        <Payments page={page} file={file} payments={await paymentsOfFile(principal, file.id)} />
      )}
    </>
  );
});

interface Props {
  page: Page;
  file: PaymentFile;
  payments: readonly FilePayment[];
}

function Payments({ page: { t, format }, file, payments }: Props) {
  return (
    <section className="panel" aria-labelledby="payments-heading">
      <h2 id="payments-heading">{t('payment.title')}</h2>
      {file.paymentCount > MOST_SHOWN && <p className="muted">{t('payment.file.more', { count: MOST_SHOWN })}</p>}
      <Table
        named
        columns={[
          { label: t('payment.reference') },
          { label: t('payment.for') },
          { label: t('payment.from') },
          { label: t('payment.amount'), figure: true },
          { label: t('payment.state') },
          { label: t('payment.reason') }
        ]}
        rows={payments.map((payment) => ({
          key: payment.id,
          cells: [
            payment.reference,
            payment.account,
            `•••• ${payment.fromLastFour}`,
            format.money(payment.amount, file.currency),
            <PaymentBadge key="state" state={payment.state} t={t} />,
            saidOf(payment, t)
          ]
        }))}
      />
    </section>
  );
}

/** The entries of a file of repayments, and the companies' own sides where the rail writes them. */
function Repayments({
  page: { t, format },
  file: { currency, paymentCount },
  entries
}: {
  page: Page;
  file: PaymentFile;
  entries: readonly FileRepayment[];
}) {
  return (
    <section className="panel" aria-labelledby="repayments-heading">
      <h2 id="repayments-heading">{t('listing.repayments')}</h2>
      {paymentCount > MOST_SHOWN && <p className="muted">{t('payment.file.more', { count: MOST_SHOWN })}</p>}
      <Table
        named
        columns={[
          { label: t('payment.reference') },
          { label: t('node.kind.company') },
          { label: t('audit.entity.wallet_account') },
          { label: t('payment.amount'), figure: true },
          { label: t('payment.reason') }
        ]}
        rows={entries.map(({ trace, reference, company, lastFour, amount, returnCode }) => ({
          key: trace,
          cells: [
            reference ?? t('payment.file.own.side'),
            company,
            `•••• ${lastFour}`,
            amount ? format.money(amount, currency) : '',
            returnCode ? `${t(`payment.reason.${reasonOf(returnCode)}`)} (${returnCode})` : ''
          ]
        }))}
      />
    </section>
  );
}

/** The accounts that a file validates, by their last four digits. */
function Accounts({ page: { t }, accounts }: { page: Page; accounts: readonly TestedAccount[] }) {
  return (
    <section className="panel" aria-labelledby="accounts-heading">
      <h2 id="accounts-heading">{t('listing.bank-accounts')}</h2>
      <Table
        named
        columns={[{ label: t('wallet.number') }, { label: t('bank.account.state') }, { label: t('payment.reason') }]}
        rows={accounts.map(({ id, lastFour, state, blockCode }) => ({
          key: id,
          cells: [`•••• ${lastFour}`, <BankAccountBadge key="state" state={state} t={t} />, blockCode ?? '']
        }))}
      />
    </section>
  );
}

/** What a file counts. */
const COUNTED = {
  payments: 'payment.title',
  validation: 'listing.bank-accounts',
  repayments: 'listing.repayments'
} as const;

/** What the bank said about a payment, in words and in its code. */
function saidOf({ returnCode, changeCode }: FilePayment, t: Page['t']): string {
  const said = [
    returnCode && `${t(`payment.reason.${reasonOf(returnCode)}`)} (${returnCode})`,
    changeCode && `${t('payment.file.change')} (${changeCode})`
  ];
  return said.filter(Boolean).join(' ');
}
