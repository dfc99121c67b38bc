'use server';

import { revalidatePath } from 'next/cache';
import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { LISTS } from '@/lib/composition/process/lists';
import { isId } from '@/lib/core/secrets/ids';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { maskedQuery } from '@/lib/kit/listing/query';
import { forgetView, MOST_VIEWS, savedViewSchema, saveView, type ViewProblem } from '@/lib/kit/listing/saved-views';
import { textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import { type FormState, UNSENT } from '../ui/form-state';

/** A list, the parameters that it keeps, and its current query. */
interface ViewedList {
  list: string;
  keep: Record<string, string>;
  query: string;
}

const viewedSchema = z.object({ list: z.string(), keep: z.record(z.string(), z.string()), query: z.string() });

/** Saves the search, filters, order and columns of a list as the user's view, and shows the list by it. */
export async function saveListView(viewed: ViewedList, _before: FormState, form: FormData): Promise<FormState> {
  const { principal, t } = await signedInPrincipal();
  const { listing, shown, query } = listOf(viewed);
  const view = savedViewSchema.safeParse({ name: textOf(form, 'name'), query });
  if (!view.success) return faultAtName(problemOf(view.error));
  const saved = await saveView(principal, listing, view.data, await pageSizeOf(principal));
  if (!saved.ok) return faultAtName('view.too.many');
  revalidatePath('/workspace', 'layout');
  redirect(shown(saved.value));

  function faultAtName(problem: ViewProblem): FormState {
    return { ...UNSENT, faults: [{ field: 'name', message: t(problem, { most: MOST_VIEWS }) }] };
  }
}

/** Deletes a view of the user; the list stays as it is. */
export async function deleteListView(viewed: ViewedList, _before: FormState, form: FormData): Promise<FormState> {
  const { principal } = await signedInPrincipal();
  const { shown, query } = listOf(viewed);
  const id = textOf(form, 'view');
  if (isId(id)) await forgetView(principal, id);
  revalidatePath('/workspace', 'layout');
  redirect(shown(maskedQuery(query)));
}

/** The list, its query, and its address with another one. */
function listOf(viewed: unknown) {
  const parsed = viewedSchema.safeParse(viewed);
  const list = parsed.success && listNamed(LISTS, parsed.data.list, parsed.data.keep);
  if (!list) notFound();
  const { keep, query } = parsed.data;
  const shown = (by: string) => {
    const asked = new URLSearchParams({ ...keep, ...Object.fromEntries(new URLSearchParams(by)) });
    return asked.size > 0 ? `${list.path}?${asked}` : list.path;
  };
  return { listing: list.listing, query, shown };
}

function problemOf({ issues }: z.ZodError): ViewProblem {
  return issues.some(({ message }) => message === 'card.number.refused') ? 'view.card.number' : 'view.name.invalid';
}
