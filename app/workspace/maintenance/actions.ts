'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { beginMaintenance, endMaintenance, maintenanceSchema } from '@/lib/access/maintenance/maintenance';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { maintenanceFields } from './fields';

/** The frame around the page shows the maintenance banner too. */
function leadBack(done: string): never {
  revalidatePath('/workspace', 'layout');
  redirect(`/workspace/maintenance?done=${done}`);
}

export async function begin(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInPrincipal();
  const fields = maintenanceFields(by.t);
  const parsed = parseForm(by, fields, maintenanceSchema, form);
  if (!parsed.ok) return parsed.state;
  const begun = await beginMaintenance(by.principal, by.origin, parsed.value);
  if (!begun.ok) return refusalState(by, fields, begun.refusal, form);
  leadBack('begun');
}

export async function end(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInPrincipal();
  const ended = await endMaintenance(by.principal, by.origin);
  if (!ended.ok) return refusalState(by, [], ended.refusal, form);
  leadBack('ended');
}
