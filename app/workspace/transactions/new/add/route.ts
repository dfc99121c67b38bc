import { revalidatePath } from 'next/cache';
import { languageTag } from '@/lib/core/language/locales';
import { acceptAttachment } from '@/lib/kit/attachments/keep-attachment';
import { addTransaction } from '@/lib/money/transactions/add-transaction';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { signedInFor } from '../../../signed-in';
import { parseForm, refusalState } from '../../../ui/parse-form';
import { uploadRoute } from '../../../upload-route';
import { addedFields } from '../added-fields';
import { offeredTo } from '../offered-to';

/** Adds a transaction paid out of pocket, with its receipt where one is chosen. */
export const POST = uploadRoute(async (form) => {
  const { principal, t, locale, origin } = await signedInFor('transactions', 'modify', 'transaction.review');
  const fields = addedFields(t, languageTag(locale), await offeredTo(principal));
  const parsed = parseForm({ t, locale }, fields, addedTransactionSchema, form);
  if (!parsed.ok) return { state: parsed.state };
  const file = form.get('receipt');
  // Without a choice, browsers send an empty file without a name.
  const receipt = file instanceof File && file.name !== '' ? await acceptAttachment(file, principal, origin) : null;
  const added =
    receipt && !receipt.ok
      ? { ...receipt, refusal: { ...receipt.refusal, field: 'receipt' } }
      : await addTransaction(principal, parsed.value, origin, receipt?.value ?? null);
  if (!added.ok) return { state: refusalState({ t, locale }, fields, added.refusal, form) };
  revalidatePath('/workspace/transactions', 'layout');
  return { href: `/workspace/transactions/${added.value}?done=added` };
});
