import { notFound } from 'next/navigation';
import { acceptUpload } from '@/lib/core/files/uploads';
import { readAddress, setUpPath } from '@/lib/kit/setup/address';
import { keepBroughtFile } from '@/lib/kit/setup/brought-files';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { signedInPrincipal } from '../../../../signed-in';
import { refusalState } from '../../../../ui/parse-form';
import { uploadRoute } from '../../../../upload-route';
import { addressQuery } from '../../../address';
import { IMPORT_KINDS, importFields } from '../../../import-fields';
import { entityFor } from '../../../save-record';

/** Stores an import file and leads to its preview. */
export const POST = uploadRoute(async (form, { entity: name }: { entity: string }, query) => {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const entity = entityFor(principal, name);
  const address = readAddress(Object.fromEntries(query)) ?? notFound();
  const place = await recordListSeen(principal, entity, address);
  if (!place?.writable) notFound();
  const fields = importFields(t);
  const file = form.get('file');
  if (!(file instanceof File) || file.name === '')
    return { state: refusalState(reader, fields, { code: 'required.field', field: 'file' }, form) };
  const upload = await acceptUpload(file, IMPORT_KINDS, principal, origin);
  if (!upload.ok) return { state: refusalState(reader, fields, upload.refusal, form) };
  const kept = await keepBroughtFile(principal, upload.value);
  return { href: setUpPath(`/${entity.name}/import`, { ...addressQuery(address), file: kept }) };
});
