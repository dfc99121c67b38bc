import type { Translate } from '@/lib/core/texts';
import { PreferenceForm } from '../display/preference-form';
import { type Display, PREFERENCES } from '../display/preferences';
import { SchemeForm } from '../display/scheme-form';

/** How the workspace looks and listens to keys in this browser. */
export function DisplayPanel({ t, display }: { t: Translate; display: Display }) {
  return (
    <section className="panel" aria-labelledby="display-heading">
      <div>
        <h2 id="display-heading">{t('display.title')}</h2>
        <p className="muted">{t('display.hint')}</p>
      </div>
      <SchemeForm t={t} chosen={display.scheme} />
      <PreferenceForm
        name="shortcuts"
        chosen={display.shortcuts}
        label={t('display.keyboard')}
        options={PREFERENCES.shortcuts.values.map((value) => ({ value, label: t(`display.keyboard.${value}`) }))}
      />
      <p className="muted">{t('display.keyboard.hint')}</p>
    </section>
  );
}
