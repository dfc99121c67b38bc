import type { ReactNode } from 'react';
import { BeyondSignIn } from '@/app/sdportal/beyond-sign-in';

/** The pages beside the sign-in itself, which is most people's first visit and brings along what it shows alone. */
export default function StepsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <BeyondSignIn />
      {children}
    </>
  );
}
