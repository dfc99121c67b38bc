import Check from 'lucide-react/icons/check';
import { SETUP_STEPS } from '@/lib/composition/process/setup-steps';
import { type SeenStep, type SetupOwner, setupStepsOf } from '@/lib/kit/listing/setup-steps';
import { signedInPrincipal } from '../signed-in';
import { Link } from '../ui/link';

interface Props {
  owner: SetupOwner;
  /** The name of the company or the issuer. */
  name: string;
}

/**
 * The steps that lead a company or an issuer from nothing to coded transactions, with the state of its records. What is
 * done is folded; when everything is, the list is gone.
 */
export async function SetupSteps({ owner, name }: Props) {
  const { principal, program, t } = await signedInPrincipal();
  const steps = await setupStepsOf(principal, program, owner, SETUP_STEPS);
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  if (open.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="set-up-steps">
      <div className="set-up-steps-head">
        <h2 id="set-up-steps">{t('setup.steps.title', { name })}</h2>
        <p className="muted">{t('setup.steps.progress', { done: done.length, all: steps.length })}</p>
        <progress value={done.length} max={steps.length} aria-labelledby="set-up-steps" />
      </div>
      <ol className="set-up-steps">
        {open.map((step, at) => (
          <OpenStep key={step.name} step={step} number={done.length + at + 1} isNext={at === 0} />
        ))}
      </ol>
      {done.length > 0 && (
        <details>
          <summary>{t('setup.steps.done', { count: done.length })}</summary>
          <ul className="set-up-steps set-up-steps-done">
            {done.map(({ name: step, href }) => (
              <li key={step}>
                <span className="set-up-step-mark" aria-hidden="true">
                  <Check size={16} />
                </span>
                <Link href={href}>{t(`setup.step.${step}`)}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

async function OpenStep({ step: { name, href }, number, isNext }: { step: SeenStep; number: number; isNext: boolean }) {
  const { t } = await signedInPrincipal();
  return (
    <li>
      <span className="set-up-step-mark" aria-hidden="true">
        {number}
      </span>
      <div>
        <p className="set-up-step-title" id={`step-${name}`}>
          {t(`setup.step.${name}`)}
        </p>
        <p className="hint">{t(`setup.why.${name}`)}</p>
      </div>
      <Link className={isNext ? 'button primary' : 'button'} href={href} aria-describedby={`step-${name}`}>
        {t('setup.steps.start')}
      </Link>
    </li>
  );
}
