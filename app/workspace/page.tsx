import './home/home.css';
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { lackedFeatures } from '@/lib/access/policy/features';
import { CompletedReports } from './home/completed-reports';
import { Greeting } from './home/greeting';
import { InboxCard } from './home/inbox-card';
import { LastSignIn } from './home/last-sign-in';
import { MonthsCard } from './home/months-card';
import { OwnCard } from './home/own-card';
import { QuickLinksCard } from './home/quick-links-card';
import { RecentItems } from './home/recent-items';
import { ScheduledReports } from './home/scheduled-reports';
import { SpendCard } from './home/spend-card';
import { WaitingWork } from './home/waiting-work';
import { PasswordExpiry } from './password-expiry';
import { signedIn } from './signed-in';
import { DoneNotice } from './ui/notice';
import { SkeletonLine } from './ui/skeleton';
import { workspacePage } from './workspace-page';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('home.title')} – ${brand.appName}` };
}

/**
 * The home page (C2.005): the work that waits, the spending, the own card, the inbox, scheduled and completed
 * reports, the pages kept
 * at hand, the records opened last.
 */
export default workspacePage(async function HomePage({ searchParams }: Props) {
  const { principal, t } = await signedIn();
  const lacked = lackedFeatures(principal);
  return (
    <div className="home">
      <DoneNotice query={await searchParams} texts={{ password: t('profile.password.changed') }} />
      <Greeting />
      {!lacked.includes('password') && <PasswordExpiry />}
      <div className="home-columns">
        <div className="home-column">
          <WaitingWork />
          {/* Sums over a year of a large company take their time; the page is there without them. */}
          <Suspense fallback={<Awaited className="home-months" />}>
            <MonthsCard />
          </Suspense>
          {!lacked.includes('inbox') && <InboxCard />}
        </div>
        <div className="home-column">
          <OwnCard />
          <Suspense fallback={<Awaited className="home-spend" />}>
            <SpendCard />
          </Suspense>
          <ScheduledReports />
          <CompletedReports />
          <QuickLinksCard />
          <RecentItems />
        </div>
      </div>
      {!lacked.includes('profile') && <LastSignIn />}
    </div>
  );
});

/** A card whose figures are on their way. */
const Awaited = ({ className }: { className: string }) => (
  <div className={`panel home-awaited ${className}`} aria-hidden="true">
    {[0.3, 0.6, 1, 0.9, 0.8].map((width) => (
      <SkeletonLine key={width} width={width} />
    ))}
  </div>
);
