import type { Translate } from '@/lib/core/language/texts';
import type { Display } from '../display/preferences';
import { SchemeForm } from '../display/scheme-form';
import { ShortcutsForm } from '../display/shortcuts-form';

/** The display and shortcut settings of this browser. */
export function DisplayPanel({ t, display }: { t: Translate; display: Display }) {
  return (
    <section className="panel" aria-labelledby="display-heading">
      <div>
        <h2 id="display-heading">{t('display.title')}</h2>
        <p className="muted">{t('display.hint')}</p>
      </div>
      <SchemeForm t={t} chosen={display.scheme} />
      <ShortcutsForm t={t} chosen={display.shortcuts} />
      <p className="muted">{t('display.keyboard.hint')}</p>
    </section>
  );
}
