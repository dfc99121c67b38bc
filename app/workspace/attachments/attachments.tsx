import { newId } from '@/lib/core/secrets/ids';
import type { AttachedTo } from '@/lib/kit/attachments/attachable';
import { REMOVED_DAYS } from '@/lib/kit/attachments/remove-attachment';
import { pictureTexts } from '../receipts/shown';
import { signedInPrincipal } from '../signed-in';
import { formTextsOf } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import { remove } from './actions';
import { AttachmentsLeaf } from './attachments-leaf';
import type { ReceiptTools } from './own-receipts';
import { fileField, shownAttachments } from './shown';

interface Props {
  to: AttachedTo;
  receipts?: ReceiptTools;
  /** What files the record takes, if fewer than the product. */
  hint?: string | undefined;
}

/**
 * The panel with the files that are attached to a record, for any page that shows one; `receipts` match those of the
 * reader.
 */
export async function Attachments({ to, receipts, hint }: Props) {
  const reader = await signedInPrincipal();
  const { t } = reader;
  const shown = await shownAttachments(reader, to);
  if (!shown) return null;
  return (
    <section className="panel" aria-labelledby="attachments-heading">
      <h2 id="attachments-heading">{t('attachment.title')}</h2>
      <Fresh rendered={newId()}>
        <AttachmentsLeaf
          {...shown}
          hidden={{ entity: to.entity, record: to.id }}
          add={`/workspace/attachments/${to.entity}/${to.id}`}
          remove={remove}
          receipts={receipts}
          pictureTexts={pictureTexts(t)}
          field={{ ...fileField(t), ...(hint && { hint }) }}
          formTexts={formTextsOf(t)}
          texts={{
            add: t('attachment.add'),
            none: t('attachment.none'),
            remove: t('attachment.remove'),
            explanation: t('attachment.remove.explanation', { days: REMOVED_DAYS })
          }}
        />
      </Fresh>
    </section>
  );
}
