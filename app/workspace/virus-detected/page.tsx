import type { Metadata } from 'next';
import { signedIn } from '../signed-in';
import { Notice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('virus.detected.title')} – ${brand.appName}` };
}

/** Shown after the upload of a file with a virus (C2.037). */
export default workspacePage(async function VirusDetectedPage() {
  const { t } = await signedIn();
  return (
    <>
      <PageHead title={t('virus.detected.title')} />
      <Notice kind="problem">
        <p>{t('file.virus.found')}</p>
        <p>{t('virus.detected.advice')}</p>
      </Notice>
    </>
  );
});
