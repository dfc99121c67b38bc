import { preview } from '../../../preview';
import { framedSignIn } from './framed-sign-in';

/** The sign-in page of a brand as its draft makes it. */
export const { GET, POST } = preview(({ brand, locale }) => framedSignIn(brand, locale));
