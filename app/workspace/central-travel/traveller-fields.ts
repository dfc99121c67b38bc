import { z } from 'zod';
import { plainText } from '@/lib/core/entry/plain-text';
import type { Translate } from '@/lib/core/language/texts';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The user id of the person who travels, or without a script the name. */
export const travellerSchema = z.object({ traveller: plainText({ max: 255 }) });

/** The field that picks the person of a booking's company who travels. */
export const travellerFields = (t: Translate, bookingId: string): FieldSpec[] =>
  constrained(travellerSchema, [
    {
      name: 'traveller',
      label: t('central.travel.person'),
      kind: 'combobox',
      placeholder: t('form.type.name'),
      source: `/workspace/central-travel/people?booking=${bookingId}`
    }
  ]);
