import { isOpen } from '@/lib/access/policy/is-open';
import { now } from '@/lib/core/server/clock';
import { VERSION } from '@/lib/core/server/version';
import { ShortcutsForm } from '../display/shortcuts-form';
import { SCREENS } from '../navigation';
import { PLACE_MARKS, SHORTCUT_PLACES, SHORTCUTS } from '../shortcuts';
import { signedIn } from '../signed-in';
import { Shortcuts } from './shortcuts';

/** The foot of every page: owner and year (C1.019), version (C1.018) and keyboard shortcuts. */
export async function Foot() {
  const { display, principal, program, t } = await signedIn();
  const screens = SCREENS.flatMap((screen) => {
    const { shortcut: key, href, label } = screen;
    return key && isOpen(principal, program, screen) ? [{ key, href, label: t(label) }] : [];
  });
  const groups = SHORTCUT_PLACES.map((place) => ({
    title: t(`shortcuts.where.${place}`),
    mark: PLACE_MARKS[place],
    lines: SHORTCUTS.filter(({ where }) => where === place).map(({ keys, label }) => ({ keys, text: t(label) }))
  }));
  const texts = {
    title: t('shortcuts.title'),
    screens: t('palette.pages'),
    close: t('shortcuts.close')
  };
  return (
    <footer className="foot">
      <span>{t('app.copyright', { year: String(now().getUTCFullYear()) })}</span>
      <Shortcuts {...{ screens, groups, texts }}>
        <ShortcutsForm t={t} chosen={display.shortcuts} />
      </Shortcuts>
      <span>{t('app.version', { version: VERSION })}</span>
    </footer>
  );
}
