import { may } from '@/lib/access/policy/principal';
import type { Answer, Dispute } from '@/lib/money/disputes/disputes';
import type { signedInPrincipal } from '../../signed-in';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';

interface Props {
  dispute: Dispute;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** The form of a dispute as it was submitted, with the time that is left (C3.027). */
export function SubmittedForm({ dispute, page: { principal, t, format } }: Props) {
  const { reasonCode, reasonName, amount, currency, fileBy, daysLeft, submittedAt, contactedOn } = dispute;
  const isLive = dispute.endedAt === null;
  const transaction = may(principal, 'transactions', 'view') ? (
    <Link href={`/workspace/transactions/${dispute.transactionId}`}>{dispute.merchantName}</Link>
  ) : (
    dispute.merchantName
  );
  const answerOf = ({ type, value }: Answer) => {
    if (type === 'date') return format.date(value);
    if (type === 'number') return format.number(Number(value));
    return type === 'boolean' ? t(value === 'true' ? 'yes' : 'no') : value;
  };
  return (
    <Facts
      facts={[
        { label: t('transaction.one'), value: transaction },
        { label: t('transaction.account'), value: dispute.accountName },
        { label: t('dispute.reason'), value: `${reasonCode} – ${reasonName}` },
        { label: t('dispute.amount'), value: format.money(amount, currency) },
        { label: t('dispute.explanation'), value: dispute.explanation },
        { label: t('dispute.contacted'), value: contactedOn && format.date(contactedOn) },
        { label: t('dispute.answer'), value: dispute.merchantAnswer },
        ...dispute.answers.map((answer) => ({ label: answer.label, value: answerOf(answer) })),
        ...(submittedAt ? [{ label: t('dispute.submitted.at'), value: format.dateTime(submittedAt) }] : []),
        { label: t('dispute.file.by'), value: format.date(fileBy) },
        ...(isLive ? [{ label: t('dispute.days.left'), value: format.number(daysLeft) }] : [])
      ]}
    />
  );
}
