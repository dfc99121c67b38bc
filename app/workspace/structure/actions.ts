'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { languageTag } from '@/lib/core/language/locales';
import { isId } from '@/lib/core/secrets/ids';
import { ACCOUNT } from '@/lib/directory/structure/account-states';
import { changeAccount } from '@/lib/directory/structure/change-account';
import { changeAccountState } from '@/lib/directory/structure/change-account-state';
import { changeNode } from '@/lib/directory/structure/change-node';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { createAccount } from '@/lib/directory/structure/create-account';
import { createNode, type NewNode } from '@/lib/directory/structure/create-node';
import { deleteNode } from '@/lib/directory/structure/delete-node';
import { moveNode } from '@/lib/directory/structure/move-node';
import {
  accountSchema,
  companySchema,
  groupSchema,
  newAccountSchema,
  orgPointSchema
} from '@/lib/directory/structure/schema';
import { formIdOrNobody, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { accountFields, nodeFields } from './node-fields';

const SCHEMAS = {
  company_group: groupSchema,
  company: companySchema,
  account_group: groupSchema,
  org_point: orgPointSchema
} as const;
type Created = keyof typeof SCHEMAS;

/** Redirects to a node's page with a notice. */
function done(id: string, what: string): never {
  revalidatePath('/workspace/structure', 'layout');
  redirect(`/workspace/structure/${id}?done=${what}`);
}

/** Only the field's label matters here, for refusals. */
const PROGRAM_OPTION = [{ id: '', name: '' }];

/** Creates a node or an account below another. */
export async function create(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const [kind, parentId, tag] = [textOf(form, 'kind'), formIdOrNobody(form, 'parentId'), languageTag(locale)];
  const reader = { t, locale };
  if (kind === 'account') {
    const fields = accountFields(t, tag, true);
    const parsed = parseForm(reader, fields, newAccountSchema, form);
    if (!parsed.ok) return parsed.state;
    const result = await createAccount(principal, parentId, parsed.value, origin);
    return result.ok ? done(result.value, 'created') : refusalState(reader, fields, result.refusal, form);
  }
  if (!Object.hasOwn(SCHEMAS, kind)) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = nodeFields(kind as Created, t, tag, PROGRAM_OPTION);
  const parsed = parseForm(reader, fields, SCHEMAS[kind as Created], form);
  if (!parsed.ok) return parsed.state;
  const result = await createNode(principal, parentId, { kind, ...parsed.value } as NewNode, origin);
  return result.ok ? done(result.value, 'created') : refusalState(reader, fields, result.refusal, form);
}

/** Changes a node or an account. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const [kind, id, tag, version] = [textOf(form, 'kind'), formIdOrNobody(form), languageTag(locale), versionOf(form)];
  const reader = { t, locale };
  if (kind === 'account') {
    const fields = accountFields(t, tag, false);
    const parsed = parseForm(reader, fields, accountSchema, form);
    if (!parsed.ok) return parsed.state;
    const result = await changeAccount(principal, id, { ...parsed.value, version }, origin);
    return result.ok ? done(id, 'changed') : refusalState(reader, fields, result.refusal, form);
  }
  if (!Object.hasOwn(SCHEMAS, kind)) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = nodeFields(kind as Created, t, tag, PROGRAM_OPTION);
  const parsed = parseForm(reader, fields, SCHEMAS[kind as Created], form);
  if (!parsed.ok) return parsed.state;
  const result = await changeNode(
    principal,
    id,
    { kind, ...parsed.value, version } as NewNode & { version: number },
    origin
  );
  return result.ok ? done(id, 'changed') : refusalState(reader, fields, result.refusal, form);
}

/** Moves a node below another. */
export async function move(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const id = formIdOrNobody(form);
  const fields = [{ name: 'parentId', label: t('structure.move.to'), kind: 'combobox' as const }];
  if (!textOf(form, 'parentId'))
    return refusalState({ t, locale }, fields, { code: 'required.field', field: 'parentId' }, form);
  const result = await moveNode(
    principal,
    id,
    { parentId: formIdOrNobody(form, 'parentId'), version: versionOf(form) },
    origin
  );
  return result.ok ? done(id, 'moved') : refusalState({ t, locale }, fields, result.refusal, form);
}

/** Replaces an account by another. */
export async function replace(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const id = formIdOrNobody(form);
  const fields = [{ name: 'replacedById', label: t('account.replaced.by'), kind: 'combobox' as const }];
  if (!textOf(form, 'replacedById'))
    return refusalState({ t, locale }, fields, { code: 'required.field', field: 'replacedById' }, form);
  const replacement = {
    event: 'replace',
    version: versionOf(form),
    replacedById: formIdOrNobody(form, 'replacedById')
  } as const;
  const result = await changeAccountState(principal, id, replacement, origin);
  return result.ok ? done(id, 'changed') : refusalState({ t, locale }, fields, result.refusal, form);
}

/** Closes, reopens, suspends, resumes or deletes, after the page's confirmation. */
export async function act(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const [id, event, version] = [formIdOrNobody(form), textOf(form, 'event'), versionOf(form)];
  if (event === 'delete') {
    const result = await deleteNode(principal, id, origin);
    if (!result.ok) return refusalState({ t, locale }, [], result.refusal, form);
    revalidatePath('/workspace/structure', 'layout');
    const parent = textOf(form, 'parentId');
    redirect(isId(parent) ? `/workspace/structure/${parent}?done=deleted` : '/workspace/structure');
  }
  let result: Result<null> = { ok: false, refusal: { code: 'not.found' } };
  if (textOf(form, 'kind') === 'account' && ACCOUNT.isEvent(event))
    result = await changeAccountState(principal, id, { event, version }, origin);
  else if (event === 'close' || event === 'reopen')
    result = await changeNodeStatus(principal, id, { event, version }, origin);
  return result.ok ? done(id, 'changed') : refusalState({ t, locale }, [], result.refusal, form);
}
