import type { ReactNode } from 'react';
import { BeyondSignIn } from '@/app/sdportal/beyond-sign-in';

/** Pages with data of one person: rendered for each request and never cached. */
export const dynamic = 'force-dynamic';

export default function PersonalLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <BeyondSignIn />
      {children}
    </>
  );
}
