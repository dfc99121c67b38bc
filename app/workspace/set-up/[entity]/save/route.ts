import { notFound } from 'next/navigation';
import { readAddress } from '@/lib/kit/setup/address';
import { uploadRoute } from '../../../upload-route';
import { isId } from '../../address';
import { saveChanged, saveNew } from '../../save-record';

/** Saves a record whose form has a file: a new one of the list in the address, or the one whose `id` is there too. */
export const POST = uploadRoute(async (form, { entity }: { entity: string }, query) => {
  const address = readAddress(Object.fromEntries(query)) ?? notFound();
  const id = query.get('id');
  if (id === null) return saveNew(entity, address, form);
  return isId(id) ? saveChanged(entity, { issuerId: address.issuerId, id }, form) : notFound();
});
