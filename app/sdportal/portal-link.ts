import type { Brand } from '@/lib/brands/directory';

/** PD.7. */
export const PROFILE = '/workspace/profile';

/** Addresses of portal pages of a brand; they name it where the host name alone would not lead to it. */
export function portalLink({ brand, ownHost }: { brand: Brand; ownHost: boolean }): (component: string) => string {
  const query = ownHost ? '' : `?cobrandHost=${brand.name}`;
  return (component) => `/sdportal/${component}${query}`;
}
