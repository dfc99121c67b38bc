import type { Translate } from '@/lib/core/language/texts';
import type { PaymentAnswer } from '@/lib/money/rails/answers';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  answers: readonly PaymentAnswer[];
  t: Translate;
  format: Formats;
}

/** The last answers of the bank: what each changed, or why it was refused. */
export function Answers({ answers, t, format }: Props) {
  if (answers.length === 0) return <p className="muted">{t('payment.answer.none')}</p>;
  return (
    <Table
      named
      columns={[
        { label: t('payment.answer.file') },
        { label: t('payment.answer.when') },
        { label: t('payment.answer.source') },
        { label: t('audit.entity.payment_answer') }
      ]}
      rows={answers.map(({ id, fileName, source, broughtAt, refusal, accepted, paid, returned, changes }) => ({
        key: id,
        cells: [
          fileName,
          format.dateTime(broughtAt),
          t(`payment.answer.source.${source}`),
          refusal ? t(refusal.code, refusal.params) : t('payment.answer.read', { accepted, paid, returned, changes })
        ]
      }))}
    />
  );
}
