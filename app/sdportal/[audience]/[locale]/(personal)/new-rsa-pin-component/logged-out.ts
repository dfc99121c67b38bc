import type { PageContext } from '@/app/sdportal/page-context';

/** The address after setting a PIN: the logged-out page, which shows whether the PIN was saved. */
export function loggedOut({ link }: Pick<PageContext, 'link'>, notice: 'pin' | 'error' | 'down'): string {
  const address = link('logout-component');
  return `${address}${address.includes('?') ? '&' : '?'}notice=${notice}`;
}
