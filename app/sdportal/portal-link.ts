import type { Brand } from '@/lib/brand/brands/directory';

/** PD.7. */
export const PROFILE = '/workspace/profile';

/** Addresses of a brand's portal pages; they name the brand if the host name alone doesn't determine it. */
export function portalLink({ brand, ownHost }: { brand: Brand; ownHost: boolean }): (component: string) => string {
  const query = ownHost ? '' : `?cobrandHost=${brand.name}`;
  return (component) => `/sdportal/${component}${query}`;
}

/** The address of a portal page for a mailed link. */
export function linkWithToken(address: string, token: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ token })}`;
}

/** The home page, with a notice that the password was changed. */
export const withPasswordNotice = (address: string): string =>
  address === '/workspace' ? '/workspace?done=password' : address;
