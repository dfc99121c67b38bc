import type { Translate } from '@/lib/core/language/texts';
import { linkNameSchema } from '@/lib/kit/quick-links/quick-links';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The name of a quick link. */
export const nameFields = (t: Translate): FieldSpec[] =>
  constrained(linkNameSchema, [{ name: 'name', label: t('quick.link.name'), kind: 'text' }]);
