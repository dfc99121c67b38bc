import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { LONGEST_TYPE_WORD, TRANSACTION_TYPES } from '@/lib/money/feeds/transaction-types';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { typeFieldName } from './type-lines';

/** The possible meanings of a word in the file. */
export const typeOptions = (t: Translate) =>
  TRANSACTION_TYPES.map((type) => ({ value: type, label: t(`transaction.type.${type}`) }));

/** The fields of a line that maps a word of the file to its meaning. */
export function typeLineFields(t: Translate, key: number): FieldSpec[] {
  const [said, type] = [typeFieldName(key, 'said'), typeFieldName(key, 'type')];
  const schema = z.object({ [said]: z.string().max(LONGEST_TYPE_WORD), [type]: z.enum(TRANSACTION_TYPES) });
  return constrained(schema, [
    { name: said, label: t('feed.mapping.types.said'), kind: 'text' },
    { name: type, label: t('feed.mapping.types.type'), kind: 'select', blank: false, options: typeOptions(t) }
  ]);
}
