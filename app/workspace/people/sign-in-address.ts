import { headers } from 'next/headers';
import { brandOrigin, originAt } from '@/lib/brand/brands/address';
import type { Brand } from '@/lib/brand/brands/directory';
import type { SignInAddress } from '@/lib/directory/people/create-user';
import type { RefusalAddress } from '@/lib/directory/people/links/link-refusal';
import type { SupplierAddress } from '@/lib/money/suppliers/links/send-link';

/** The address of a brand's portal page, at the brand's own host name if it has one. */
async function pageAddress(component: string): Promise<(brand: Brand) => Promise<string>> {
  const request = new Headers(await headers());
  return async (brand) => {
    const [own] = brand.hostnames;
    const origin = own ? originAt(own, request) : await brandOrigin(brand, request);
    return `${origin}/sdportal/${component}?${new URLSearchParams({ cobrandHost: brand.name })}`;
  };
}

/** The sign-in address of a brand. */
export const signInAddress = (): Promise<SignInAddress> => pageAddress('login-signin-component');

/** The address at which a supplier sees the card of a request. */
export const supplierAddress = (): Promise<SupplierAddress> => pageAddress('supplier-card-component');

/** The address at which the owner of a user id refuses a link. */
export const refusalAddress = (): Promise<RefusalAddress> => pageAddress('link-refusal-component');
