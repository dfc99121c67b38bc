import type { ReactNode } from 'react';
import { BeyondSignIn } from '@/app/sdportal/beyond-sign-in';

/** Pages that hold something of one person: each is rendered for its request alone, and kept nowhere. */
export const dynamic = 'force-dynamic';

export default function PersonalLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <BeyondSignIn />
      {children}
    </>
  );
}
