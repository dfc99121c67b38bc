'use server';

import { redirect } from 'next/navigation';
import { dryRunSchema } from '@/lib/money/purchasing/dry-run';
import { formId, textOf } from '../../addresses';
import type { FormState } from '../../ui/form-state';
import { LIST } from '../shown';

/** Leads to what a template would have declined of the chosen days and people. */
export async function lookBack(_: FormState, form: FormData): Promise<FormState> {
  const asked = dryRunSchema.catch({ days: 90 }).parse({ days: textOf(form, 'days'), group: textOf(form, 'group') });
  const { days, group } = asked;
  redirect(
    `${LIST}/dry-run?${new URLSearchParams({ template: formId(form, 'template'), days: String(days), ...(group && { group }) })}`
  );
}
