import type { ReactNode } from 'react';
import { newId } from '@/lib/core/secrets/ids';
import { signedIn } from '../signed-in';
import { ConfirmDialog } from './confirm-dialog';
import type { FormState } from './form-state';
import { Fresh } from './fresh';

interface Props {
  /** What the button that opens it says. */
  label: string;
  question: string;
  /** What is lost, or what follows. */
  explanation?: ReactNode;
  /** What the button that does it says; as `Yes, delete`. */
  confirmLabel: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  hidden?: Record<string, string | number>;
  /** Whether something is lost. */
  danger?: boolean;
  /** More fields, such as a reason. */
  children?: ReactNode;
}

/** Asks before something is done that can't be undone: a dialog, without script a part that opens. */
export async function Confirm({ danger = true, ...props }: Props) {
  const { t } = await signedIn();
  const texts = { cancel: t('form.cancel'), failed: t('save.failed'), serverDown: t('server.down') };
  return (
    <Fresh rendered={newId()}>
      <ConfirmDialog {...props} danger={danger} texts={texts} />
    </Fresh>
  );
}
