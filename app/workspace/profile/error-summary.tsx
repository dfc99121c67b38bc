import { type FormState, faultText } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';

interface Props {
  page: PageContext;
  state: FormState;
  /** The position of a field in the form, to distinguish equal errors. */
  place?: ((field: string) => string | undefined) | undefined;
}

/** The error summary banner, with the faults of a posted form (P2.061 to P2.063, P3.020). */
export function Errors(props: Props) {
  return <div id="errors">{props.state.faults?.length ? <ErrorSummary {...props} /> : null}</div>;
}

/** Takes the focus; each entry links to its field. */
function ErrorSummary({ page, state: { faults = [], header }, place }: Props) {
  return (
    <div
      className="error-summary"
      id="error-summary"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the summary must be read first after a failed attempt
      autoFocus
      aria-labelledby="error-summary-header"
    >
      <h2 id="error-summary-header">{header ? page.t(header) : page.t('error.count', { count: faults.length })}</h2>
      <ul>
        {faults.map((fault) => {
          const text = [fault.field && place?.(fault.field), faultText(page, fault)].filter(Boolean).join(': ');
          return <li key={`${fault.field} ${text}`}>{fault.field ? <a href={`#${fault.field}`}>{text}</a> : text}</li>;
        })}
      </ul>
    </div>
  );
}
