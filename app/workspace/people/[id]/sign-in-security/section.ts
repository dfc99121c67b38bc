import type { SignInSecurity } from '@/lib/directory/people/security/sign-in-security';
import type { signedInPrincipal } from '../../../signed-in';

/** The props of each part of the page. */
export interface Section {
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  security: SignInSecurity;
  canMaintain: boolean;
}
