import type { Translate } from '../../core/language/texts';
import { optionKey } from '../../kit/setup/texts';
import type { Finding } from './policy-version';

const RULE = { name: 'expense-policy-rule' };
const PROPERTY = { name: 'expense-type-property' };

/** What a rule looks at. */
export const kindLabel = (t: Translate, kind: Finding['kind']): string =>
  kind === 'rate' || kind === 'details' ? t(`expense.kind.${kind}`) : t(optionKey(RULE, 'kind', kind));

/** What a finding does: it is noted, it asks for an explanation, or it refuses. */
export const levelLabel = (t: Translate, level: string): string => t(optionKey(RULE, 'level', level));

/** What a property of an expense type is called. */
export const propertyLabel = (t: Translate, property: string): string => t(optionKey(PROPERTY, 'property', property));
