'use server';

import { z } from 'zod';
import { changeLastDay } from '@/lib/directory/people/change-last-day';
import { lastDaySchema } from '@/lib/directory/people/schema';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { lastDayField } from '../../role-fields';

const schema = z.object({ lastDay: lastDaySchema });

export async function saveLastDay(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const [id, assignmentId] = [formId(form), formId(form, 'assignment')];
  const fields = [lastDayField(reader.t)];
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeLastDay(principal, id, { assignmentId, ...parsed.value }, origin),
    () => `/workspace/people/${id}?done=role.last.day`,
    { form, fields }
  );
}
