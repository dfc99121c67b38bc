import '../../resources.css';
import { notFound } from 'next/navigation';
import { guidesFor } from '@/lib/directory/resources/guides';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { guideLabels } from '../../guide-labels';

export const generateMetadata = titled('resource.guide');

/** A guide of the product: what it is about, and the job in numbered steps (C2.028). */
export default workspacePage(async function GuidePage({ params }: { params: Promise<{ name: string }> }) {
  const { principal, program, t } = await signedInFor('resources', 'view');
  const { name } = await params;
  const guides = await guidesFor(principal, { program, t, labels: guideLabels(t) });
  const guide = guides.find((one) => one.name === name);
  if (!guide) notFound();
  return (
    <>
      <PageHead
        title={guide.title}
        trail={[{ href: '/workspace/resources', label: t('resource.title') }]}
        detail={guide.about}
      />
      <section className="panel" aria-labelledby="steps-heading">
        <h2 id="steps-heading">{t('resource.guide.how')}</h2>
        <ol className="guide-steps">
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </>
  );
});
