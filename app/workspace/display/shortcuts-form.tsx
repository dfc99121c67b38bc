import type { Translate } from '@/lib/core/language/texts';
import { PreferenceForm } from './preference-form';
import { PREFERENCES } from './preferences';

/** Turns single-key shortcuts on or off. */
export function ShortcutsForm({ t, chosen }: { t: Translate; chosen: string }) {
  return (
    <PreferenceForm
      name="shortcuts"
      chosen={chosen}
      label={t('display.keyboard')}
      options={PREFERENCES.shortcuts.values.map((value) => ({ value, label: t(`display.keyboard.${value}`) }))}
    />
  );
}
