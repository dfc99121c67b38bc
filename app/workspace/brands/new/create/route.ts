import { createBrand, newBrandSchema } from '@/lib/brand/studio/create-brand';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { formFields, studioForm } from '../../studio-form';

/** Creates a brand, or shows the form again with what was typed. */
export const POST = studioForm(formFields, async (by, form, _params, request) => {
  const parsed = newBrandSchema.safeParse(form);
  const created = parsed.success ? await createBrand(by, parsed.data, originOf(request.headers)) : null;
  if (created?.ok) return seeOther(`/workspace/brands/${created.value}`);
  const query = new URLSearchParams({ refused: created ? created.refusal.code : 'invalid' });
  for (const field of ['name', 'abbreviation', 'displayName', 'from'])
    query.set(field, (form[field] ?? '').slice(0, 100));
  return seeOther(`/workspace/brands/new?${query}`);
});
