import { signInView } from '../../../../../sdportal/login-signin-component/sign-in-view';
import { framedPage } from '../../../../../sdportal/portal-page';
import { preview } from '../../../preview';

/** The sign-in page of a brand as its draft makes it. */
export const { GET, POST } = preview(({ brand, locale }) => framedPage(signInView, {}, { brand, locale }));
