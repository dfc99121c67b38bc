import { pageData } from '../page-data';
import { liveRules, type PasswordTexts } from '../password-choice';
import { enableReveal } from '../reveal';
import { watchSession } from '../session-warning';

/** A page whose form the browser sends by itself: the script only helps to fill it in. */
export interface PlainFormData {
  /** Where a session that has ended leads; none on pages without one. */
  logout?: string;
  /** Where a new password is chosen. */
  password?: PasswordTexts;
}

const data = pageData<PlainFormData>();
const field = (name: string) => document.getElementById(name) as HTMLInputElement;

enableReveal();
// A link's token has done its part: it stays in no history and no screenshot.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}
if (data.password) {
  liveRules(field('password'), () => field('userId').value, data.password);
  field('userId').addEventListener('input', () => field('password').dispatchEvent(new Event('input')));
}
if (data.logout) watchSession({ logout: data.logout });
