'use client';

import type { PortalForm } from './use-portal-form';

interface Props {
  form: Pick<PortalForm, 'summary'>;
  /** The position of a field in the form, to distinguish equal errors. */
  place?: (field: string) => string | undefined;
}

/** The error summary above a form: it takes the focus, and each entry links to its field (P2.061 to P2.063, P3.020). */
export function ErrorSummary({ form: { summary }, place }: Props) {
  return (
    <div id="errors">
      {summary && (
        <div
          ref={summary.ref}
          className="error-summary"
          id="error-summary"
          role="alert"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the summary must be read first after a failed attempt
          autoFocus
          aria-labelledby="error-summary-header"
        >
          <h2 id="error-summary-header">{summary.header}</h2>
          <ul>
            {summary.faults.map(({ field, message }) => {
              const text = [field && place?.(field), message].filter(Boolean).join(': ');
              return <li key={`${field} ${text}`}>{field ? <FieldLink field={field} text={text} /> : text}</li>;
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

function FieldLink({ field, text }: { field: string; text: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      }}
    >
      {text}
    </a>
  );
}
