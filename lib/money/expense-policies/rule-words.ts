import type { Translate } from '../../core/language/texts';
import { optionKey } from '../../kit/setup/texts';
import type { Finding } from './policy-version';

const RULE = { name: 'expense-policy-rule' };

/** What a rule looks at. */
export const kindLabel = (t: Translate, kind: Finding['kind']): string =>
  kind === 'rate' ? t('expense.kind.rate') : t(optionKey(RULE, 'kind', kind));

/** What a finding does: it is noted, it asks for an explanation, or it refuses. */
export const levelLabel = (t: Translate, level: string): string => t(optionKey(RULE, 'level', level));
