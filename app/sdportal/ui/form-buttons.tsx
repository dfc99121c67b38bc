'use client';

import { SubmitButton } from './fields';
import type { PortalForm } from './use-portal-form';

interface Props {
  form: Pick<PortalForm, 'busy' | 'texts'>;
  submit: string;
  /** Where giving up leads. */
  cancel: { label: string; address: string };
}

/** The ways on and out of a form. */
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
