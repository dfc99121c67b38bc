'use client';

import { SubmitButton } from './fields';
import type { PortalForm } from './use-portal-form';

interface Props {
  form: Pick<PortalForm, 'busy' | 'texts'>;
  submit: string;
  /** The target of Cancel. */
  cancel: { label: string; address: string };
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ form, submit, cancel }: Props) {
  return (
    <div className="buttons">
      <SubmitButton form={form} label={submit} />
      <a className="secondary" href={cancel.address}>
        {cancel.label}
      </a>
    </div>
  );
}
