import { call, reportError } from '../call';
import { pageData } from '../page-data';

export interface LogoutData {
  sso: boolean;
}

// Who came by single sign-on is signed out there as well (P4.041, P7.027). The answer is another site's and
// can't be read; that it was asked is all there is to it.
async function signOutElsewhere(): Promise<void> {
  const address = await (await call('GET', '/sdportal/rest/logoutrest/externalLogoutUrl')).text();
  if (address) await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' });
}

sessionStorage.removeItem('userId');
if (pageData<LogoutData>().sso) signOutElsewhere().catch(reportError);
