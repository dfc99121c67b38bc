import type { Metadata } from 'next';
import { signedIn } from '../signed-in';

/** A page's title: what the page is, and whose product it is. */
export const titled = (key: string) => async (): Promise<Metadata> => {
  const { brand, t } = await signedIn();
  return { title: `${t(key)} – ${brand.appName}` };
};
