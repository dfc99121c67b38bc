import { isOpen } from '@/lib/access/policy/is-open';
import { now } from '@/lib/core/server/clock';
import { VERSION } from '@/lib/core/server/version';
import { kindsFor } from '@/lib/kit/search/kinds';
import { ShortcutsForm } from './display/shortcuts-form';
import { SCREENS } from './navigation';
import { Shortcuts } from './shortcuts';
import { signedIn } from './signed-in';

/** The foot of every page: owner and year (C1.019), version (C1.018) and keyboard shortcuts. */
export async function Foot() {
  const { display, principal, program, t } = await signedIn();
  const screens = SCREENS.flatMap((screen) => {
    const { shortcut: key, href, label } = screen;
    return key && isOpen(principal, program, screen) ? [{ key, href, label: t(label) }] : [];
  });
  const texts = {
    title: t('shortcuts.title'),
    go: t('shortcuts.go', { screen: '{screen}' }),
    search: kindsFor(principal).length > 0 ? t('shortcuts.search') : '',
    help: t('shortcuts.help'),
    close: t('shortcuts.close')
  };
  return (
    <footer className="foot">
      <span>{t('app.copyright', { year: String(now().getUTCFullYear()) })}</span>
      <Shortcuts screens={screens} texts={texts}>
        <ShortcutsForm t={t} chosen={display.shortcuts} />
      </Shortcuts>
      <span>{t('app.version', { version: VERSION })}</span>
    </footer>
  );
}
