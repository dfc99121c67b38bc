import type { CardAnswer } from '@/lib/money/purchasing/authorizations/activity';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import { AnswerBadge } from '../../authorizations/answer-badge';
import { Link } from '../../ui/link';
import { RecordForm } from '../../ui/record-form';
import { settle } from '../actions';
import type { Reader } from '../control-sentences';
import { failureName, failureSentence } from '../failure-sentences';
import { courseFields } from '../fields';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  card: VirtualCard;
  answers: readonly CardAnswer[];
  /** Whether its reader plays the merchant, at the desk of the simulated processor. */
  isDesk: boolean;
}

/** What the card answered to merchants, why it said no, and what they booked: for readers with the right to it (C6.032). */
export function Answers({ reader, request, card, answers, isDesk }: Props) {
  const { t, format } = reader;
  return (
    <section className="panel" aria-labelledby="answers-heading">
      <h2 id="answers-heading">{t('authorization.title')}</h2>
      {answers.length === 0 && <p className="quiet">{t('authorization.none')}</p>}
      {answers.map((answer) => (
        <div key={answer.id}>
          <p>
            <AnswerBadge t={t} approved={answer.approved} /> {answer.merchant} ·{' '}
            {format.money(answer.amount, answer.currency)} · {format.dateTime(answer.at)}
          </p>
          {answer.failures.length > 0 && (
            <ul>
              {answer.failures.map((failure) => (
                <li key={failure.control}>
                  <strong>{failureName(reader, failure)}</strong>:{' '}
                  {failureSentence(reader, card.controls, answer, failure)}
                </li>
              ))}
            </ul>
          )}
          <Booked reader={reader} answer={answer} />
          {isDesk && <Desk reader={reader} request={request} answer={answer} />}
        </div>
      ))}
    </section>
  );
}

/** What was booked of an answer, with the way to its transactions. */
function Booked({ reader: { t, format }, answer }: { reader: Reader; answer: CardAnswer }) {
  const { booked, currency, transactions, merchant } = answer;
  if (booked === null) return null;
  return (
    <p>
      {t('authorization.booked')}: {format.money(booked, currency)}
      {transactions.map((id) => (
        <span key={id}>
          {' · '}
          <Link href={`/workspace/transactions/${id}`} aria-label={`${t('purchase.transaction')}: ${merchant}`}>
            {t('purchase.transaction')}
          </Link>
        </span>
      ))}
    </p>
  );
}

/** What the merchant does next. */
function Desk({ reader: { t }, request, answer }: Pick<Props, 'reader' | 'request'> & { answer: CardAnswer }) {
  const { id, amount, currency, merchant } = answer;
  return (
    <details>
      <summary>
        {t('processor.course')} <span className="visually-hidden">({merchant})</span>
      </summary>
      <RecordForm
        id={`settle-${id}`}
        action={settle}
        fields={courseFields(t, currency)}
        values={{ course: 'book', amount }}
        hidden={{ id: request.id, charge: id, currency }}
        submitLabel={t('processor.settle')}
        minor
      />
    </details>
  );
}
