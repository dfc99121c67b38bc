import type { PageContext } from './page-context';

/** The brand's sign-in label and the app's name: heading and page title alike (P2.016, P2.017). */
export function signInHeading({ brand, t }: PageContext): string {
  const label = brand.signInToLabel ?? t('sign.in.to');
  // A full-width colon brings its own space.
  return `${label}${label.endsWith('：') ? '' : ' '}${brand.appName}`;
}
