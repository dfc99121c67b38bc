/** One entry of the error summary (P3.020): the field it leads to, and what is wrong. */
export interface ErrorItem {
  target?: string;
  description: string;
}

/** The error summary banner (P2.061 to P2.063): takes the focus; each entry leads to its field. */
export function ErrorSummary({ header, items }: { header: string; items: ErrorItem[] }) {
  return (
    <div
      className="error-summary"
      id="error-summary"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the summary is what has to be read first after a failed try
      autoFocus
      aria-labelledby="error-summary-header"
    >
      <h2 id="error-summary-header">{header}</h2>
      <ul>
        {items.map(({ target, description }) => (
          <li key={description}>{target ? <a href={`#${target}`}>{description}</a> : description}</li>
        ))}
      </ul>
    </div>
  );
}
