import type { Translate } from '@/lib/core/language/texts';
import type { PageLabels } from '@/lib/directory/resources/guides';

/** The labels of the pages that guides name, as the navigation shows them. */
export const guideLabels = (t: Translate): PageLabels => ({
  approvals: t('approval.waiting'),
  expenses: t('expense.report.title'),
  inbox: t('inbox.title'),
  reports: t('report.title'),
  resources: t('resource.title'),
  setup: t('setup.title'),
  structure: t('structure.title'),
  transactions: t('transaction.title'),
  users: t('users.title')
});
