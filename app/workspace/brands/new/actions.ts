'use server';

import { createBrand, newBrandSchema } from '@/lib/brand/studio/create-brand';
import { finish } from '../../people/finish';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { administrator } from '../administrator';
import { brandPath } from '../brand-path';
import { newBrandFields } from './fields';

/** Creates a brand, empty or as a copy. */
export async function createNewBrand(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, ...reader } = await administrator();
  const fields = newBrandFields(reader);
  const parsed = parseForm(reader, fields, newBrandSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(() => createBrand(by, parsed.value, origin), brandPath, { form, fields });
}
