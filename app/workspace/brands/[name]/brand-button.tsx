import type { ReactNode } from 'react';
import { ActionForm } from '../../ui/action-form';
import type { FormState } from '../../ui/form-state';
import { failureTexts } from '../../ui/form-texts';
import { administrator } from '../administrator';

interface Props {
  /** The brand, and what else the action needs. */
  hidden: { brand: string } & Record<string, string>;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  children: ReactNode;
}

/** A button of a brand, with what stands around it; unsaved edits on its page are asked about first. */
export async function BrandButton({ hidden, action, children }: Props) {
  const { t } = await administrator();
  return (
    <ActionForm action={action} texts={failureTexts(t)} hidden={hidden} leaves>
      {children}
    </ActionForm>
  );
}

interface AskedProps extends Omit<Props, 'children'> {
  label: string;
  /** Distinguishes equal labels for a screen reader. */
  fullLabel?: string;
  question: string;
  confirm: string;
  isDangerous?: boolean;
}

/** The same after a question, without script too. */
export function AskedBrandButton({ label, fullLabel, question, confirm, isDangerous = true, ...button }: AskedProps) {
  return (
    <details className="confirm">
      <summary aria-label={fullLabel}>{label}</summary>
      <BrandButton {...button}>
        <p>{question}</p>
        <button type="submit" className={isDangerous ? 'danger' : 'primary'}>
          {confirm}
        </button>
      </BrandButton>
    </details>
  );
}
