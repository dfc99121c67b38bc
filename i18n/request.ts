import { getRequestConfig } from 'next-intl/server';
import { DEFAULT_LOCALE, isLocale } from '@/lib/core/language/locales';
import { intlConfig } from '@/lib/core/language/texts';

/** What next-intl's functions for server components read. Whoever asks says the locale: brand and person decide it. */
export default getRequestConfig(({ locale }) => intlConfig(isLocale(locale) ? locale : DEFAULT_LOCALE));
