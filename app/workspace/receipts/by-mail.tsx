import type { ReceiptMail } from '@/lib/money/receipts/by-mail/addresses';
import { ActionForm } from '../ui/action-form';
import { Confirm } from '../ui/confirm';
import { CopyText } from '../ui/copy-text';
import { formTextsOf } from '../ui/form-texts';
import { renewAddress } from './actions';
import type { Reader } from './shown';

interface Props {
  mail: ReceiptMail;
  /** Whether the reader looks through another's eyes, who keeps the address to themselves. */
  isSeenByOther: boolean;
  reader: Reader;
}

/** The reader's own address for receipts: how to get it, to use it and to replace it. */
export function ByMail({ mail: { address, email, refusedAt }, isSeenByOther, reader: { t, format } }: Props) {
  if (isSeenByOther) return null;
  return (
    <section className="panel receipt-mail" aria-labelledby="mail-heading">
      <h2 id="mail-heading">{t('receipt.mail')}</h2>
      {email === null ? (
        <p className="muted">{t('receipt.mail.no.email')}</p>
      ) : address === null ? (
        <>
          <p className="muted">{t('receipt.mail.intro')}</p>
          <ActionForm action={renewAddress} texts={formTextsOf(t)}>
            <button type="submit">{t('receipt.mail.get')}</button>
          </ActionForm>
        </>
      ) : (
        <>
          <p className="muted">{t('receipt.mail.hint', { email })}</p>
          <p className="receipt-address">
            <code>{address}</code>
          </p>
          {refusedAt && (
            <p className="notice">{t('receipt.mail.refused', { date: format.dateTime(refusedAt), email })}</p>
          )}
          <div className="form-actions">
            <CopyText text={address} label={t('receipt.mail.copy')} copied={t('receipt.mail.copied')} />
            <Confirm
              label={t('receipt.mail.renew')}
              question={t('receipt.mail.renew.question')}
              explanation={t('receipt.mail.renew.explanation')}
              confirmLabel={t('receipt.mail.renew')}
              action={renewAddress}
              hidden={{}}
            />
          </div>
        </>
      )}
    </section>
  );
}
