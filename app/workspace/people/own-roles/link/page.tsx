import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { linkStep } from '@/lib/directory/people/links/prove-link';
import { maskedAddress } from '@/lib/sign-in/account/masked-address';
import { PIN_MINUTES } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { questionText } from '../../../../sdportal/question-text';
import { signedIn, signedInWith } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { proveOwnLink } from '../actions';
import { codeFields, responseFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('own.link.title')} – ${brand.appName}` };
}

/** The steps that the sign-in of the linked user id requires after its password: the mailed code, then its question. */
export default workspacePage(async function ProveLinkPage() {
  const { principal, t } = await signedInWith('linking');
  const step = await linkStep(principal);
  if (!step) redirect('/workspace/people/own-roles');
  const isCode = step.kind === 'code';
  return (
    <>
      <PageHead title={t('own.link.title')} />
      <section className="panel">
        {isCode && <p>{t('otp.message', { email: maskedAddress(step.email), minutes: PIN_MINUTES })}</p>}
        <p>{t(isCode ? 'own.link.code.explanation' : 'own.link.question.explanation')}</p>
        <RecordForm
          key={step.kind}
          action={proveOwnLink}
          fields={isCode ? codeFields(t) : responseFields(questionText(t, step.question))}
          hidden={isCode ? { code: 'yes' } : {}}
          submitLabel={t('own.link.confirm')}
          cancelHref="/workspace/people/own-roles"
        />
      </section>
    </>
  );
});
