import { REMOVED_DAYS } from '@/lib/kit/attachments/remove-attachment';
import type { Word } from '@/lib/money/reading/words';
import type { BoxedReceipt } from '@/lib/money/receipts/box';
import type { NearCharge } from '@/lib/money/transactions/charges-near';
import { picturedOf } from '../attachments/pictured';
import { Badge } from '../ui/badge';
import { CategoryIcon } from '../ui/category-icon';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { formTextsOf } from '../ui/form-texts';
import { Link } from '../ui/link';
import { RecordForm } from '../ui/record-form';
import { change, detach, match, remove } from './actions';
import { MatchButton } from './match-button';
import { Picture } from './picture';
import { pictureTexts, type Reader, receiptFields, sameSentence } from './shown';
import { shownEvidence } from './shown-evidence';

interface Props {
  receipt: BoxedReceipt;
  charges: readonly NearCharge[];
  /** What was read on it; undefined while it isn't read. */
  words: readonly Word[] | undefined;
  reader: Reader;
}

/** A receipt in the box: its file, what is on it, and the transactions that it may belong to. */
export function ReceiptCard({ receipt, charges, words, reader }: Props) {
  const { t, format } = reader;
  const { id, file, same, takenOn, amount, addedAt } = receipt;
  const formTexts = formTextsOf(t);
  return (
    <article className="panel receipt" aria-labelledby={`receipt-${id}`}>
      <Picture file={picturedOf({ entity: 'receipt', id }, file)} texts={pictureTexts(t)} />
      <div className="receipt-head">
        <h3 id={`receipt-${id}`}>{file.name}</h3>
        <p className="support muted">{format.dateTime(addedAt)}</p>
        {same && <p className="notice">{sameSentence(reader, same)}</p>}
      </div>
      <ConfirmDialog
        label={t('attachment.remove')}
        rank="quiet"
        question={t('attachment.remove.question', { name: file.name })}
        explanation={t('attachment.remove.explanation', { days: REMOVED_DAYS })}
        confirmLabel={t('attachment.remove')}
        texts={formTexts}
        action={remove}
        hidden={{ id }}
        danger
      />
      <div className="receipt-work">
        <RecordForm
          id={`form-${id}`}
          action={change}
          fields={receiptFields(t)}
          values={{ takenOn, amount }}
          // What is done with one receipt leaves what is typed about another.
          rendered={`${takenOn} ${amount}`}
          hidden={{ id }}
          submitLabel={t('receipt.save')}
          minor
        />
        <section aria-label={`${t('receipt.charges')}: ${file.name}`}>
          <h4>{t('receipt.charges')}</h4>
          {charges.length === 0 && <p className="muted">{t('receipt.charges.none')}</p>}
          <ul className="records">
            {charges.map((charge) => {
              const merchant = charge.merchantName ?? t('transaction.one');
              const date = format.date(charge.transactionDate);
              return (
                <li key={charge.id}>
                  <div>
                    <span>
                      <CategoryIcon mcc={charge.merchantCategoryCode} />{' '}
                      <Link href={`/workspace/transactions/${charge.id}`}>{merchant}</Link>
                    </span>
                    <span className="support">
                      {date} · {format.money(charge.billedAmount, charge.billedCurrency)}{' '}
                      {charge.isEqual && <Badge tone="good">{t('receipt.equal')}</Badge>}
                      <FoundParts words={words} charge={charge} t={t} />
                    </span>
                  </div>
                  <MatchButton
                    receiptId={id}
                    transactionId={charge.id}
                    isEqual={charge.isEqual}
                    match={match}
                    detach={detach}
                    texts={{
                      failed: formTexts.failed,
                      serverDown: formTexts.serverDown,
                      sending: formTexts.sending,
                      match: t('receipt.match'),
                      label: t('receipt.match.to', { name: file.name, merchant, date }),
                      matched: t('receipt.matched', { name: file.name, merchant }),
                      detached: t('receipt.detached', { name: file.name })
                    }}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </article>
  );
}

/** What else speaks for a transaction: its day and its merchant stand on the receipt. */
function FoundParts({ words, charge, t }: Pick<Props, 'words'> & { charge: NearCharge; t: Reader['t'] }) {
  const evidence = shownEvidence(t, words, charge);
  return evidence?.badges
    .filter(({ text }) => [t('reading.day'), t('reading.merchant')].includes(text))
    .map(({ text }) => (
      <Badge key={text} tone="good">
        {text}
      </Badge>
    ));
}
