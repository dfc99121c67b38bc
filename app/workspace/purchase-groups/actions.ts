'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import type { Origin } from '@/lib/core/audit/audit';
import type { Refusal, Result } from '@/lib/core/entry/refusal';
import { activateGroup, deleteGroup } from '@/lib/money/purchasing/groups/activate-group';
import type { SeenGroup } from '@/lib/money/purchasing/groups/change-group';
import {
  changeApprovals,
  changeTemplates,
  changeTypes,
  changeUsers
} from '@/lib/money/purchasing/groups/change-sections';
import { groupChoices } from '@/lib/money/purchasing/groups/choices';
import { findGroup } from '@/lib/money/purchasing/groups/groups';
import { changeDetails, createGroup } from '@/lib/money/purchasing/groups/save-group';
import {
  amountSchema,
  approvalsSchema,
  detailsSchema,
  newGroupSchema,
  templatesSchema,
  typesSchema,
  usersSchema
} from '@/lib/money/purchasing/groups/schema';
import type { Section } from '@/lib/money/purchasing/groups/sections';
import { formId } from '../addresses';
import { busy, finish } from '../people/finish';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { amountField, newGroupFields, sectionFields } from './fields';
import { groupHref, LIST } from './shown';

const context = () => signedInFor('company_setup', 'view', 'purchasing');
const seenIn = (form: FormData): SeenGroup => ({ id: formId(form), version: versionOf(form) });

export async function add(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const fields = newGroupFields(reader.t);
  const parsed = parseForm(reader, fields, newGroupSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => createGroup(principal, parsed.value, origin),
    (id) => `${groupHref(id)}?done=saved`,
    { form, fields }
  );
}

type Save<Entry> = (principal: Principal, seen: SeenGroup, entry: Entry, origin: Origin) => Promise<Result<null>>;

/** Saves a section of a group, and says on its page which state the group has then. */
async function saveSection<Schema extends z.ZodType>(
  section: Section,
  schema: Schema,
  save: Save<z.output<Schema>>,
  form: FormData
): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const seen = seenIn(form);
  const group = await findGroup(principal, seen.id);
  if (!group) return refusalState(reader, [], { code: 'record.not.found' }, form);
  const fields = sectionFields(reader.t, section, group, await groupChoices(group));
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  const saved = await save(principal, seen, parsed.value, origin).catch(busy);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  const after = (await findGroup(principal, seen.id)) ?? group;
  const done = after.state === group.state ? 'saved' : `saved.${after.state}`;
  // An address of its own, so that the page is read again after each save.
  redirect(`${groupHref(seen.id)}?done=${done}&version=${after.version}`);
}

export const saveDetails = async (_: FormState, form: FormData): Promise<FormState> =>
  saveSection('details', detailsSchema, changeDetails, form);
export const saveUsers = async (_: FormState, form: FormData): Promise<FormState> =>
  saveSection('users', usersSchema, changeUsers, form);
export const saveApprovals = async (_: FormState, form: FormData): Promise<FormState> =>
  saveSection('approvals', approvalsSchema, changeApprovals, form);
export const saveTypes = async (_: FormState, form: FormData): Promise<FormState> =>
  saveSection('types', typesSchema, changeTypes, form);
export const saveTemplates = async (_: FormState, form: FormData): Promise<FormState> =>
  saveSection('templates', templatesSchema, changeTemplates, form);

/** Activates a group; a refusal says everything that is missing. */
export async function activate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const seen = seenIn(form);
  const activated = await activateGroup(principal, seen, origin);
  if (activated.ok) redirect(`${groupHref(seen.id)}?done=activated`);
  const faults = activated.refusals.flatMap((refusal: Refusal) => refusalState(reader, [], refusal, form).faults);
  return { ...refusalState(reader, [], { code: 'record.not.found' }, form), faults };
}

const askSchema = z.object({ amount: amountSchema });

/** Shows on the group's page who would be asked for an amount. */
export async function ask(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, ...reader } = await context();
  const id = formId(form);
  const group = await findGroup(principal, id);
  if (!group) return refusalState(reader, [], { code: 'record.not.found' }, form);
  const parsed = parseForm(reader, [amountField(reader.t, group.currency)], askSchema, form);
  if (!parsed.ok) return parsed.state;
  redirect(`${groupHref(id)}?amount=${parsed.value.amount}#asked`);
}

export async function remove(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const seen = seenIn(form);
  return finish(
    () => deleteGroup(principal, seen, origin),
    (outcome) => (outcome === 'deleted' ? `${LIST}?done=deleted` : `${groupHref(seen.id)}?done=deactivated`),
    { form }
  );
}
