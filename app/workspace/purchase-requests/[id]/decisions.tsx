import type { RequestDecision } from '@/lib/money/purchasing/details';
import type { Reader } from '../control-sentences';

/** Who decided, and what they said; the latest first. */
export function Decisions({
  reader: { t, format },
  decisions
}: {
  reader: Reader;
  decisions: readonly RequestDecision[];
}) {
  return (
    <section className="panel" aria-labelledby="decisions-heading">
      <h2 id="decisions-heading">{t('purchase.decisions')}</h2>
      <ol className="records">
        {decisions.map(({ approved, by, behalf, at, comment }) => (
          <li key={at.getTime()}>
            <div>
              <h3>{t(approved ? 'purchase.decided.approved' : 'purchase.decided.declined', { name: by })}</h3>
              <p className="support muted">
                {[format.dateTime(at), behalf && t('purchase.decided.behalf', { name: behalf })]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {comment && <p>{comment}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
