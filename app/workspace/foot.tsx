import { now } from '@/lib/core/clock';
import { VERSION } from '@/lib/core/version';
import { SCREENS, screensFor } from './navigation';
import { Shortcuts } from './shortcuts';
import { signedIn } from './signed-in';

/** The foot of every page: whose it is and since when (C1.019), which version (C1.018), what keys there are. */
export async function Foot() {
  const { principal, program, t } = await signedIn();
  const seen = new Set(screensFor(principal, program).flatMap(({ screens }) => screens));
  const screens = SCREENS.flatMap((screen) => {
    const { shortcut: key, href, label, group } = screen;
    return key && (group === 'bar' || seen.has(screen)) ? [{ key, href, label: t(label) }] : [];
  });
  const texts = {
    title: t('shortcuts.title'),
    go: t('shortcuts.go', { screen: '{screen}' }),
    search: t('shortcuts.search'),
    help: t('shortcuts.help'),
    close: t('shortcuts.close')
  };
  return (
    <footer className="foot">
      <span>{t('app.copyright', { year: String(now().getUTCFullYear()) })}</span>
      <Shortcuts screens={screens} texts={texts} />
      <span>{t('app.version', { version: VERSION })}</span>
    </footer>
  );
}
