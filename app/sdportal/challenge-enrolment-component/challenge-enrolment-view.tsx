import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';
import { EnrolmentFields, placeIn } from './enrolment-fields';

export interface ChallengeEnrolmentState extends FormState {
  questions?: ChallengeQuestion[];
  chosen?: string[];
}

function Enrolment({ page, state }: { page: PageContext; state: ChallengeEnrolmentState }) {
  const { t } = page;
  const { questions = [], chosen = [] } = state;
  return (
    <FormCard
      page={page}
      state={state}
      id="challenge-enrolment"
      component="challenge-enrolment-component"
      title="challenge.enrolment.title"
      intro={
        <>
          <p>{t('challenge.enrolment.intro')}</p>
          <p id="challenge-rule">{t('challenge.response.rule')}</p>
        </>
      }
      place={placeIn(page)}
      submit="save.button"
      cancel="logout-component"
    >
      <EnrolmentFields page={page} state={state} questions={questions} chosen={chosen} canReveal />
    </FormCard>
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
