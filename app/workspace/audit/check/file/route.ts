import { checkExport } from '@/lib/kit/audit/check-export';
import { signedInPrincipal } from '../../../signed-in';
import { refusalState } from '../../../ui/parse-form';
import { uploadRoute } from '../../../upload-route';
import { checkFields } from '../fields';

/** Compares an exported file with the audit, and leads to the result or refuses the file at its field. */
export const POST = uploadRoute(async (form, _, query) => {
  const reader = await signedInPrincipal();
  const { principal, t, locale, origin } = reader;
  const fields = checkFields(t);
  const file = form.get('file');
  if (!(file instanceof File) || file.name === '')
    return { state: refusalState(reader, fields, { code: 'required.field', field: 'file' }, form) };
  const issuer = query.get('issuer') ?? undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const check = await checkExport(principal, issuer, { name: file.name, bytes }, locale, origin);
  if (!check.ok) return { state: refusalState(reader, fields, { ...check.refusal, field: 'file' }, form) };
  const shown = new URLSearchParams({ ...(issuer && { issuer }), check: check.value });
  return { href: `/workspace/audit/check?${shown}` };
});
