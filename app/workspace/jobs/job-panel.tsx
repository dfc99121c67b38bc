import type { Translate } from '@/lib/core/language/texts';
import { Confirm } from '../ui/confirm';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import { Progress } from '../ui/progress';
import { progressOf, type Watched } from './progress-of';

interface Props {
  /** What is under way. */
  label: string;
  job: Watched;
  /** Where one can look again without script. */
  address: string;
  /** How it is stopped, by the `id` of what it works on; it can't be without. */
  stop?: {
    explanation: string;
    confirmLabel?: string;
    action: (state: FormState, form: FormData) => Promise<FormState>;
    id: string;
  };
  /** Whether it was just begun here. */
  begun?: boolean;
  t: Translate;
}

/** A job under way: how far it is, and the way to stop it. */
export function JobPanel({ label, job, address, stop, begun = false, t }: Props) {
  const panel = { className: 'panel', role: 'region', 'aria-label': label };
  const Frame = begun ? Focused : 'div';
  return (
    // Another job has another panel, and what comes after it is no panel that has changed.
    <Frame key={job.id} {...panel}>
      <Progress label={label} source={`/workspace/jobs/${job.id}`} first={progressOf(t, job)} />
      <noscript>
        <a href={address}>{t('job.look.again')}</a>
      </noscript>
      {stop && (
        <div className="actions">
          <Confirm
            label={t('job.cancel')}
            question={t('job.cancel.question')}
            explanation={stop.explanation}
            confirmLabel={stop.confirmLabel ?? t('job.cancel')}
            action={stop.action}
            hidden={{ id: stop.id }}
          />
        </div>
      )}
    </Frame>
  );
}
