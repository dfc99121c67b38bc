import type { Translate } from '@/lib/core/language/texts';
import { PreferenceForm } from './preference-form';
import { PREFERENCES } from './preferences';

/** Chooses light, dark or the system's setting. */
export function SchemeForm({ t, chosen }: { t: Translate; chosen: string }) {
  return (
    <PreferenceForm
      name="scheme"
      chosen={chosen}
      label={t('display.scheme')}
      options={PREFERENCES.scheme.values.map((value) => ({ value, label: t(`display.scheme.${value}`) }))}
    />
  );
}
