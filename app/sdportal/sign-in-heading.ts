import type { PageContext } from './page-context';

/** The brand's sign-in label with the app's name, used as heading and page title (P2.016, P2.017). */
export function signInHeading({ brand, t }: PageContext): string {
  const label = brand.signInToLabel ?? t('sign.in.to');
  // A full-width colon brings its own space.
  return `${label}${label.endsWith('：') ? '' : ' '}${brand.appName}`;
}
