import type { ReactNode } from 'react';
import { BeyondSignIn } from '@/app/sdportal/beyond-sign-in';

/** The portal pages other than the sign-in page, which stays small because it is most visitors' first page. */
export default function StepsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <BeyondSignIn />
      {children}
    </>
  );
}
