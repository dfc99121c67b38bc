import type { Metadata } from 'next';
import { Locked, lockedTitle } from '@/app/sdportal/locked-message';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: lockedTitle(await pageContext(params)) };
}

/** The page of a sign-in that is locked after too many failures; it reveals nothing else (P2.060). */
export default async function LockedPage({ params }: Props) {
  return <Locked page={await pageContext(params)} />;
}
