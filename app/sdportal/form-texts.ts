import type { TextKey } from '@/lib/core/text-key';
import type { FormTexts } from './enhance/form';
import type { PageContext } from './page-context';

/** The texts every form's script needs, in the page's language. */
export function formTexts({ t }: PageContext): FormTexts {
  return {
    problems: [1, 2, 3, 4].map((count) => t('error.count', { count })),
    systemHeader: t('error.system.header'),
    system: t('error.system.message'),
    progress: t('sign.in.progress')
  };
}

/** "… is required" for the fields of a form, by name. */
export function requiredTexts({ t }: PageContext, labels: Record<string, TextKey>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, t('required.field', { field: t(label) })])
  );
}
