import type { Translate } from '@/lib/core/language/texts';
import { Confirm } from '../ui/confirm';
import { Focused } from '../ui/focused';
import type { FormState } from '../ui/form-state';
import { Progress } from '../ui/progress';
import { progressOf, type Watched } from './progress-of';

interface Props {
  /** The running work. */
  label: string;
  job: Watched;
  /** The address to reload without script. */
  address: string;
  /** The action that stops it, given the `id` of its record; absent if it can't be stopped. */
  stop?: {
    explanation: string;
    confirmLabel?: string;
    action: (state: FormState, form: FormData) => Promise<FormState>;
    id: string;
  };
  /** Whether the user just started it on this page. */
  begun?: boolean;
  t: Translate;
}

/** A running job: its progress and a button to stop it. */
export function JobPanel({ label, job, address, stop, begun = false, t }: Props) {
  const panel = { className: 'panel', role: 'region', 'aria-label': label };
  const Frame = begun ? Focused : 'div';
  return (
    // The key gives each job its own panel, and keeps React from reusing the panel for the content after it.
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
