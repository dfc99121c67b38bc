import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Locked, lockedTitle } from '@/app/sdportal/locked-message';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { isLockReason } from '@/lib/sign-in/steps/lock-reasons';

interface Props {
  params: Promise<PageParams & { reason: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: lockedTitle(await pageContext(params)) };
}

/** The page of a locked sign-in if the front door may reveal the reason for the lock (C8.037). */
export default async function LockedForReasonPage({ params }: Props) {
  const { reason } = await params;
  if (!isLockReason(reason)) notFound();
  return <Locked page={await pageContext(params)} cause={reason} />;
}
