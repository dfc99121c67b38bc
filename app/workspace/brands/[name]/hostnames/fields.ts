import { z } from 'zod';
import { hostnameSchema } from '@/lib/brand/studio/hostnames';
import type { Translate } from '@/lib/core/language/texts';
import { constrained } from '../../../ui/constrained';
import type { FieldSpec } from '../../../ui/field-spec';

export const hostnameFormSchema = z.object({ hostname: hostnameSchema });

export const hostnameFields = (t: Translate): FieldSpec[] =>
  constrained(hostnameFormSchema, [
    {
      name: 'hostname',
      label: t('brand.hostname.label'),
      kind: 'text',
      placeholder: 'cards.bank.example',
      autoComplete: 'off'
    }
  ]);
