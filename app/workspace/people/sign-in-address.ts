import { headers } from 'next/headers';
import { brandOrigin, originAt } from '@/lib/brands/address';
import type { SignInAddress } from '@/lib/people/create-user';

/** Where people of a brand sign in: at its own host name if it has one. */
export async function signInAddress(): Promise<SignInAddress> {
  const request = new Headers(await headers());
  return async (brand) => {
    const [own] = brand.hostnames;
    const origin = own ? originAt(own, request) : await brandOrigin(brand, request);
    return `${origin}/sdportal/login-signin-component?${new URLSearchParams({ cobrandHost: brand.name })}`;
  };
}
