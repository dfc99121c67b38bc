import type { ReactNode } from 'react';
import type { TextKey } from '@/lib/core/text-key';
import { Errors } from './error-summary';
import { Announcement } from './field';
import type { FormState } from './form-state';
import type { PageContext } from './page-context';

interface ButtonsProps {
  page: PageContext;
  /** Message key of the way on. */
  submit?: TextKey;
  /** The page that giving up leads to. */
  cancel: string;
}

/** The ways on and out of a form. */
export function FormButtons({ page: { t, link }, submit = 'continue.button', cancel }: ButtonsProps) {
  return (
    <div className="buttons">
      <button type="submit" className="primary">
        {t(submit)}
      </button>
      <a className="secondary" href={link(cancel)}>
        {t('cancel.button')}
      </a>
    </div>
  );
}

interface CardProps extends ButtonsProps {
  state: FormState;
  id: string;
  /** The page, which takes its own form. */
  component: string;
  /** Message key of the heading. */
  title: TextKey;
  /** What stands above the form and its errors. */
  intro?: ReactNode;
  /** Where in the form a field is, for errors that read alike (see Errors). */
  place?: (field: string) => string | undefined;
  children: ReactNode;
}

/** A page that is one form: its heading, what is wrong, the fields, the ways on and out. */
export function FormCard({ page, state, id, component, title, intro, place, children, ...buttons }: CardProps) {
  return (
    <div className="card">
      <h1>{page.t(title)}</h1>
      {intro}
      <Errors page={page} state={state} place={place} />
      <form id={id} method="post" action={page.link(component)} noValidate>
        {children}
        <Announcement />
        <FormButtons page={page} {...buttons} />
      </form>
    </div>
  );
}
