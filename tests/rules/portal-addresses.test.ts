import { PROFILE, portalLink } from '@/app/sdportal/portal-link';
import { findBrand } from '@/lib/brand/brands/resolve';
import { portalAddress } from '@/lib/sign-in/steps/sign-in-steps';
import { useDatabase } from '../support/module-world';

useDatabase({ seeded: true });

test('P9.023 every address of a portal page lies below /sdportal/', async () => {
  const brand = await findBrand('norrvik');
  if (!brand) throw new Error('no brand');
  expect(portalLink({ brand, ownHost: true })('login-signin-component')).toBe('/sdportal/login-signin-component');
  expect(portalLink({ brand, ownHost: false })('logout-component')).toBe(
    '/sdportal/logout-component?cobrandHost=norrvik'
  );
  expect(portalAddress('next-token-component', brand, { ec: '14008' })).toBe(
    '/sdportal/next-token-component?cobrandHost=norrvik&ec=14008'
  );
  expect(PROFILE).toBe('/workspace/profile');
});
