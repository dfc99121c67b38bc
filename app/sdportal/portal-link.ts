import type { Brand } from '@/lib/brand/brands/directory';

/** PD.7. */
export const PROFILE = '/workspace/profile';

/** Addresses of portal pages of a brand; they name it where the host name alone would not lead to it. */
export function portalLink({ brand, ownHost }: { brand: Brand; ownHost: boolean }): (component: string) => string {
  const query = ownHost ? '' : `?cobrandHost=${brand.name}`;
  return (component) => `/sdportal/${component}${query}`;
}

/** The address of a portal page as a mailed link has it. */
export function linkWithToken(address: string, token: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ token })}`;
}

/** Home, where the next page is: it tells that the password was changed. */
export const withPasswordNotice = (address: string): string =>
  address === '/workspace' ? '/workspace?done=password' : address;
