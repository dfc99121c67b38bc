import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { signedIn } from '../signed-in';
import { ConfirmDialog } from './confirm-dialog';
import type { FormState } from './form-state';
import { failureTexts } from './form-texts';
import { Fresh } from './fresh';

interface Props {
  /** The text of the button that opens the dialog. */
  label: string;
  question: string;
  /** The consequences. */
  explanation?: ReactNode;
  /** The text of the confirming button, such as `Yes, delete`. */
  confirmLabel: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  hidden?: Record<string, string | number>;
  /** Whether data is lost. */
  danger?: boolean;
  /** Whether it is the main action of its record, which a list's key presses. */
  isMain?: boolean;
  /** More fields, such as a reason. */
  children?: ReactNode;
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
