import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { Errors } from '../error-summary';
import { Announcement } from '../field';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';
import { EnrolmentFields } from './enrolment-fields';

export interface ChallengeEnrolmentState extends FormState {
  questions?: ChallengeQuestion[];
  chosen?: string[];
}

function Enrolment({ page, state }: { page: PageContext; state: ChallengeEnrolmentState }) {
  const { t, link } = page;
  const { questions = [], chosen = [] } = state;
  return (
    <div className="card">
      <h1>{t('challenge.enrolment.title')}</h1>
      <p>{t('challenge.enrolment.intro')}</p>
      <p id="challenge-rule">{t('challenge.response.rule')}</p>
      <Errors page={page} state={state} />
      <form id="challenge-enrolment" method="post" action={link('challenge-enrolment-component')} noValidate>
        <EnrolmentFields page={page} state={state} questions={questions} chosen={chosen} canReveal />
        <Announcement />
        <div className="buttons">
          <button type="submit" className="primary">
            {t('save.button')}
          </button>
          <a className="secondary" href={link('logout-component')}>
            {t('cancel.button')}
          </a>
        </div>
      </form>
    </div>
  );
}

/** Where a person who signs in for the first time under dual authentication enrols their questions (C2.033). */
export const challengeEnrolmentView: PortalView<ChallengeEnrolmentState> = {
  component: 'challenge-enrolment-component',
  title: ({ brand, t }) => `${t('challenge.enrolment.title')} – ${brand.appName}`,
  render: (page, state) => <Enrolment page={page} state={state} />,
  script: 'plain-form',
  scriptData: ({ link }): PlainFormData => ({ logout: link('logout-component') })
};
