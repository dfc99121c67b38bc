import type { Brand } from '@/lib/brand/brands/directory';

/** Set where a person came in by federated sign-in (P3.029); ended sessions can't tell any more. */
export const SSO_COOKIE = 'ssoUserCookie';

/**
 * Where "return to sign-in" leads after a sign-out: the brand's federated logout address for those who
 * came in by single sign-on, else the brand's sign-in page (P4.040). Null: single sign-on without such an
 * address, so there is nowhere to return to (P2.059).
 */
export function returnLink(brand: Brand, signInPage: string, cameBySso: boolean): string | null {
  if (!cameBySso) return signInPage;
  return brand.fssoLogoutUrl || null;
}
