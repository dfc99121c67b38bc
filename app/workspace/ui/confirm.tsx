import { newId } from '@/lib/core/secrets/ids';
import { signedIn } from '../signed-in';
import { ConfirmDialog } from './confirm-dialog';
import type { Confirmation } from './confirmation';
import { failureTexts } from './form-texts';
import { Fresh } from './fresh';

interface Props extends Omit<Confirmation, 'danger' | 'done'> {
  /** The text of the button that opens the dialog. */
  label: string;
  /** Whether data is lost. */
  danger?: boolean;
  /** Whether it is the main action of its record, which a list's key presses. */
  isMain?: boolean;
}

/** Asks for confirmation before an irreversible action: a dialog. */
export async function Confirm({ danger = true, ...props }: Props) {
  const { t } = await signedIn();
  const texts = { cancel: t('form.cancel'), ...failureTexts(t) };
  return (
    <Fresh rendered={newId()}>
      <ConfirmDialog {...props} danger={danger} texts={texts} />
    </Fresh>
  );
}
