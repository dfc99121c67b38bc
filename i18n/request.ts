import { getRequestConfig } from 'next-intl/server';
import { DEFAULT_LOCALE, isLocale } from '@/lib/core/language/locales';
import { intlConfig } from '@/lib/core/language/texts';

/**
 * The request configuration of next-intl's server functions. The caller passes the locale, which depends on the brand
 * and the user.
 */
export default getRequestConfig(({ locale }) => intlConfig(isLocale(locale) ? locale : DEFAULT_LOCALE));
