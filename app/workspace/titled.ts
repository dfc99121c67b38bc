import type { Metadata } from 'next';
import type { TextKey } from '@/lib/core/language/text-key';
import { signedIn } from './signed-in';

/** A page's title: what the page is, and whose product it is. */
export const titled = (key: TextKey) => async (): Promise<Metadata> => {
  const { brand, t } = await signedIn();
  return { title: `${t(key)} – ${brand.appName}` };
};
