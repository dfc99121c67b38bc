import type { PageContext } from '@/app/sdportal/page-context';

/** Where who sets a PIN is led to: the logged-out page, which says what came of it. */
export function loggedOut({ link }: Pick<PageContext, 'link'>, notice: 'pin' | 'error' | 'down'): string {
  const address = link('logout-component');
  return `${address}${address.includes('?') ? '&' : '?'}notice=${notice}`;
}
