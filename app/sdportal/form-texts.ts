import type { TextKey } from '@/lib/core/language/text-key';
import type { PageContext } from './page-context';
import type { RevealTexts, SecretTexts } from './ui/fields';
import type { FormTexts } from './ui/form-state';

/** The texts of every form, in the page's language; `busy` is the key of the button's text while the form is sent. */
export function formTexts({ t }: PageContext, busy: TextKey = 'sign.in.progress'): FormTexts {
  return {
    busy: t(busy),
    problems: [1, 2, 3, 4].map((count) => t('error.count', { count })),
    systemHeader: t('error.system.header'),
    system: t('error.system.message')
  };
}

/** "… is required" for the fields of a form, by name. */
export function requiredTexts({ t }: PageContext, labels: Record<string, TextKey>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, t('required.field', { field: t(label) })])
  );
}

/** The texts of the show/hide button of a secret; `label` is the key of the secret's label. */
export function revealTexts({ t }: PageContext, label: TextKey): RevealTexts {
  const field = t(label);
  return {
    show: t('reveal.show', { field }),
    hide: t('reveal.hide', { field }),
    isShown: t('reveal.shown', { field }),
    isHidden: t('reveal.hidden', { field })
  };
}

/** The texts of a required secret; `label` is the key of its label. */
export function secretTexts(page: PageContext, label: TextKey): SecretTexts {
  const { t } = page;
  return { label: t(label), required: t('required.field', { field: t(label) }), reveal: revealTexts(page, label) };
}
