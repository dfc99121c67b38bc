import type { SignInSecurity } from '@/lib/directory/people/security/sign-in-security';
import type { signedInPrincipal } from '../../../signed-in';

/** What each part of the page is given. */
export interface Section {
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  security: SignInSecurity;
  canMaintain: boolean;
}
