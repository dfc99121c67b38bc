import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { correctedText, type SeenReject } from '@/lib/money/feeds/correct-reject';
import type { FeedField } from '@/lib/money/feeds/mapping';
import { constrained } from '../../ui/constrained';
import { type FieldSpec, type FieldValues, fieldId } from '../../ui/field-spec';
import { reasonText } from '../reason-text';

export const rejectFieldName = (field: FeedField) => `field.${field}`;

/** The fields of the form that corrects a rejected row. */
export const rejectFields = ({ fields }: Pick<SeenReject, 'fields'>, t: Translate): FieldSpec[] =>
  constrained(
    z.object(Object.fromEntries(fields.map(({ field }) => [rejectFieldName(field), correctedText.optional()]))),
    fields.map(({ field, corrected }) => ({
      name: rejectFieldName(field),
      label: t(`feed.field.${field}`),
      kind: 'text',
      half: true,
      ...(corrected && { hint: t('feed.correction.corrected') })
    }))
  );

/** The initial values of that form. */
export const rejectValues = ({ fields }: Pick<SeenReject, 'fields'>): FieldValues =>
  Object.fromEntries(fields.map(({ field, text }) => [rejectFieldName(field), text]));

/** The reasons the row isn't booked, each with its form field. */
export const rejectReasons = ({ reasons, fields }: SeenReject, t: Translate) =>
  reasons.map((reason) => ({
    text: reasonText(reason, t),
    href: fields.some(({ field }) => field === reason.field)
      ? `#${fieldId('form', { name: rejectFieldName(reason.field as FeedField) })}`
      : null
  }));
