import './parts.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTexts } from '@/i18n/texts';
import { config } from '@/lib/core/server/config';
import { formTextsOf } from '../ui/form-texts';
import { PageHead } from '../ui/page-head';
import { ToastOnArrival } from '../ui/toasts';
import { workspacePage } from '../workspace-page';
import { Buttons } from './buttons';
import { Faces } from './faces';
import { Grid } from './grid';
import { Overlays } from './overlays';
import { People } from './people';
import { Pickers } from './pickers';
import { Skeletons } from './skeletons';
import { Trees } from './trees';

export const metadata: Metadata = { title: 'Parts' };

interface Props {
  searchParams: Promise<{ done?: string }>;
}

const SCHEMES = ['light', 'dark'] as const;

/**
 * Every part in every state, light and dark, for people who add a screen; in demo and development only, so its texts are
 * in English only. The brand is that of the page's host name.
 */
export default workspacePage(async ({ searchParams }: Props) => {
  if (config().TESSERA_MODE === 'production') notFound();
  const { done } = await searchParams;
  const texts = formTextsOf(await getTexts('en_US'));
  return (
    <>
      <PageHead title="Parts" detail="The parts of app/workspace/ui, in this brand." />
      <h2>Over the page</h2>
      <Overlays />
      <p>
        <a href="/workspace/parts?done=saved">A page that begins with a toast</a>
      </p>
      {done && <ToastOnArrival text="It arrived." />}
      {SCHEMES.map((scheme) => (
        <section key={scheme} className="parts" data-scheme={scheme} aria-label={scheme}>
          <h2>{scheme === 'light' ? 'Light' : 'Dark'}</h2>
          <Buttons />
          <Faces />
          <Pickers id={scheme} />
          <People id={scheme} texts={texts} />
          <Grid texts={texts} />
          <Trees id={scheme} />
          <Skeletons />
        </section>
      ))}
    </>
  );
});
