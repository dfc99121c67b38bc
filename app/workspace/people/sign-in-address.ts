import { headers } from 'next/headers';
import { brandOrigin, originAt } from '@/lib/brand/brands/address';
import type { Brand } from '@/lib/brand/brands/directory';
import type { SignInAddress } from '@/lib/directory/people/create-user';
import type { RefusalAddress } from '@/lib/directory/people/links/link-refusal';

/** Where a portal page of a brand is: at its own host name if it has one. */
async function pageAddress(component: string): Promise<(brand: Brand) => Promise<string>> {
  const request = new Headers(await headers());
  return async (brand) => {
    const [own] = brand.hostnames;
    const origin = own ? originAt(own, request) : await brandOrigin(brand, request);
    return `${origin}/sdportal/${component}?${new URLSearchParams({ cobrandHost: brand.name })}`;
  };
}

/** Where people of a brand sign in. */
export const signInAddress = (): Promise<SignInAddress> => pageAddress('login-signin-component');

/** Where the owner of a user id refuses that it is linked. */
export const refusalAddress = (): Promise<RefusalAddress> => pageAddress('link-refusal-component');
