import { may } from '@/lib/access/policy/principal';
import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';
import { ATTACHMENT_KINDS } from '@/lib/kit/attachments/attached-name';
import type { SearchParams } from '@/lib/kit/listing/query';
import { readingsOf } from '@/lib/money/reading/evidence';
import { amountsOn } from '@/lib/money/reading/find-amount';
import { hasWords } from '@/lib/money/reading/search-words';
import { receiptBox } from '@/lib/money/receipts/box';
import { ownReceiptMail } from '@/lib/money/receipts/by-mail/addresses';
import { chargesNear } from '@/lib/money/transactions/charges-near';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { fileRules } from '../ui/file-rules';
import { formTextsOf } from '../ui/form-texts';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { ByMail } from './by-mail';
import { ReceiptCard } from './receipt-card';
import { ReceiptDrop } from './receipt-drop';
import { ReceiptSearch } from './receipt-search';
import './receipts.css';

/** A receipt with more amounts is a list of other things. */
const MOST_AMOUNTS = 40;

export const generateMetadata = titled('receipt.title');

/** The reader's receipts that wait for their transaction (C3.028). */
export default workspacePage(async function ReceiptsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('receipts', 'view', 'transaction.review');
  const { t, principal } = page;
  const all = await receiptBox(principal);
  const readings = await readingsOf(
    principal.issuerId,
    all.map(({ attachmentId }) => attachmentId)
  );
  const q = String((await searchParams).q ?? '').trim();
  const box = all.filter(
    ({ attachmentId, file: { name } }) => !q || hasWords(q, { words: readings.get(attachmentId) ?? [], name })
  );
  const charges = await chargesNear(
    principal,
    box.map(({ id, takenOn, amount, attachmentId }) => {
      return { id, day: takenOn, amount, amounts: amountsOn(readings.get(attachmentId) ?? []).slice(0, MOST_AMOUNTS) };
    })
  );
  const megabytes = MAX_UPLOAD_BYTES / 1024 ** 2;
  const { failed, serverDown } = formTextsOf(t);
  const mail = await ownReceiptMail(principal);
  return (
    <>
      <PageHead
        title={t('receipt.title')}
        actions={
          <Link className="button" href="/workspace/transactions?state=open&receipt=false">
            {t('receipt.without')}
          </Link>
        }
      />
      {may(principal, 'receipts', 'modify') && (
        <ReceiptDrop
          rules={fileRules(t, ATTACHMENT_KINDS)}
          texts={{
            failed,
            serverDown,
            again: t('receipt.again'),
            choose: t('receipt.choose'),
            drop: t('receipt.drop'),
            hint: t('receipt.hint', { megabytes }),
            of: t('receipt.sent.of', { done: '{done}', all: '{all}' }),
            photo: t('receipt.photo'),
            sending: t('receipt.sending'),
            sent: t('receipt.sent'),
            waiting: t('receipt.waiting')
          }}
        />
      )}
      {mail && <ByMail mail={mail} isSeenByOther={principal.accessor !== null} reader={page} />}
      {all.length > 0 && <ReceiptSearch t={t} q={q} />}
      {all.length > 0 && box.length === 0 ? (
        <Empty title={t('receipt.search.none', { words: q })} />
      ) : box.length === 0 ? (
        <Empty title={t('receipt.none')}>
          <p>{t('receipt.none.advice')}</p>
        </Empty>
      ) : (
        <>
          <h2>{t('receipt.box')}</h2>
          {box.map((receipt) => (
            <ReceiptCard
              key={receipt.id}
              receipt={receipt}
              charges={charges.get(receipt.id) ?? []}
              words={readings.get(receipt.attachmentId)}
              reader={page}
            />
          ))}
        </>
      )}
    </>
  );
});
