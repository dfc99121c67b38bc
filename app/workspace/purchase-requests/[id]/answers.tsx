import type { CardAnswer } from '@/lib/money/purchasing/authorizations/activity';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import { AnswerBadge } from '../../authorizations/answer-badge';
import type { Reader } from '../control-sentences';
import { failureName, failureSentence } from '../failure-sentences';

interface Props {
  reader: Reader;
  card: VirtualCard;
  answers: readonly CardAnswer[];
}

/** What the card answered to merchants, and why it said no: for whoever has the right to it (C6.032). */
export function Answers({ reader, card, answers }: Props) {
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
        </div>
      ))}
    </section>
  );
}
