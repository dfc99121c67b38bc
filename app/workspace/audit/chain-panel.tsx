import type { Translate } from '@/lib/core/language/texts';
import type { VerificationState } from '@/lib/kit/audit/verifications';
import type { Formats } from '../ui/formats';
import { Notice } from '../ui/notice';
import { Progress } from '../ui/progress';
import { verify } from './actions';

interface Props {
  issuer: string | undefined;
  state: VerificationState;
  /** The reader. */
  userId: string;
  t: Translate;
  format: Formats;
}

/** The result of the last verification of the audit chain, and the button for the next one. */
export function ChainPanel({ issuer, state: { running, last }, userId, t, format }: Props) {
  const shown =
    running &&
    t(running.total === null ? 'audit.chain.waiting' : 'audit.chain.running', {
      done: running.done,
      total: running.total ?? 0
    });
  return (
    <section className="panel" id="chain" aria-labelledby="chain-heading">
      <h2 id="chain-heading">{t('audit.chain')}</h2>
      <p className="muted">{t('audit.chain.hint')}</p>
      <LastVerification last={last} t={t} format={format} />
      {running && running.ownerUserId === userId ? (
        <Progress
          label={t('audit.chain.verify')}
          source={`/workspace/jobs/${running.jobId}`}
          first={{ done: running.done, total: running.total ?? undefined, text: shown ?? '', finished: false }}
        />
      ) : (
        running && <p role="status">{shown}</p>
      )}
      {!running && (
        <form action={verify}>
          <input type="hidden" name="issuer" value={issuer ?? ''} />
          <button type="submit">{t('audit.chain.verify')}</button>
        </form>
      )}
    </section>
  );
}

function LastVerification({ last, t, format }: Pick<Props, 't' | 'format'> & { last: VerificationState['last'] }) {
  if (!last) return <p>{t('audit.chain.never')}</p>;
  const params = { at: format.dateTime(last.finishedAt), name: last.verifier };
  if (last.broken !== null)
    return <Notice kind="problem">{t('audit.chain.broken', { ...params, sequence: Number(last.broken) })}</Notice>;
  return <Notice kind="success">{t('audit.chain.whole', { ...params, count: Number(last.sequence) })}</Notice>;
}
