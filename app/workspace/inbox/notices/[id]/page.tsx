import { notFound, redirect } from 'next/navigation';
import { openNotice } from '@/lib/kit/notices/open-notice';
import { idOf } from '../../../addresses';
import { signedInWith } from '../../../signed-in';
import { titled } from '../../../titled';
import { workspacePage } from '../../../workspace-page';

export const generateMetadata = titled('inbox.title');

/** Leads to what a notice tells of; the inbox says so if its file is gone (C9.011). */
export default workspacePage(async function NoticePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal } = await signedInWith('inbox');
  const notice = (await openNotice(principal, idOf((await params).id))) ?? notFound();
  redirect(notice.isExpired ? '/workspace/inbox?done=expired' : notice.href);
});
