import type { Brand } from '@/lib/brands/directory';
import type { Locale } from '@/lib/core/locales';
import type { Translate } from '@/lib/core/texts';

/** What a portal page is rendered from: the same for everybody on that brand in that language. */
export interface PageContext {
  brand: Brand;
  locale: Locale;
  t: Translate;
  /** The address of another portal page of the same brand. */
  link: (component: string) => string;
}
