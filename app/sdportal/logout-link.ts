import type { Brand } from '@/lib/brand/brands/directory';

/** Set after a federated sign-in (P3.029), because an ended session no longer records it. */
export const SSO_COOKIE = 'ssoUserCookie';

/**
 * The target of "return to sign-in" after a sign-out: the brand's federated logout address after single sign-on, else
 * the brand's sign-in page (P4.040). Null: single sign-on without such an address (P2.059).
 */
export function returnLink(brand: Brand, signInPage: string, cameBySso: boolean): string | null {
  if (!cameBySso) return signInPage;
  return brand.fssoLogoutUrl || null;
}
