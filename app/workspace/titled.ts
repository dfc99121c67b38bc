import type { Metadata } from 'next';
import type { TextKey } from '@/lib/core/language/text-key';
import { signedIn } from './signed-in';

/** A page's title: the page's name and the product's. */
export const titled = (key: TextKey) => async (): Promise<Metadata> => {
  const { brand, t } = await signedIn();
  return { title: `${t(key)} – ${brand.appName}` };
};
