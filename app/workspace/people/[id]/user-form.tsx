import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { maintenanceFault } from '@/lib/directory/people/maintenance';
import { findUser, fullName, type UserRecord } from '@/lib/directory/people/user-record';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { PageHead } from '../../ui/page-head';

/** A user that the reader may maintain, wholly or `partly`, for editing pages; otherwise the page is not found. */
export async function maintainableUser(id: string, { partly = false } = {}) {
  const page = await signedInFor('users', 'modify');
  const user = await findUser(page.principal, idOf(id));
  if (!user || user.deletedAt || maintenanceFault(page.principal, user, { partly })) notFound();
  return { page, user };
}

/** The frame of such a page. */
export async function UserForm({ user, title, children }: { user: UserRecord; title: string; children: ReactNode }) {
  const { t } = await signedInFor('users', 'modify');
  const trail = [
    { href: '/workspace/people', label: t('users.title') },
    { href: `/workspace/people/${user.id}`, label: fullName(user) }
  ];
  return (
    <>
      <PageHead title={title} trail={trail} detail={user.userId} />
      {children}
    </>
  );
}
