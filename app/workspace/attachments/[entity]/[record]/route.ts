import { notFound } from 'next/navigation';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { refused } from '@/lib/core/entry/refusal';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { signedInPrincipal } from '../../../signed-in';
import { uploadRoute } from '../../../upload-route';
import { afterCommand } from '../../after-command';
import { attachedTo } from '../../attached-to';

/** Attaches a file to a record; the answer shows its files. */
export const POST = uploadRoute(async (form, to: { entity: string; record: string }) => {
  const reader = await signedInPrincipal();
  const record = attachedTo(to.entity, to.record) ?? notFound();
  const file = form.get('file');
  // Without a choice, browsers send an empty file without a name.
  const added =
    file instanceof File && file.name !== ''
      ? await addAttachment(ATTACHABLES, reader.principal, record, file, reader.origin)
      : refused({ code: 'required.field', field: 'file' });
  return {
    state: await afterCommand(reader, record, form, added, ({ name }) => reader.t('attachment.added', { name }))
  };
});
