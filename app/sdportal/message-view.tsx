import type { PageContext } from './page-context';
import type { PortalView } from './portal-page';

interface Message {
  title: string;
  paragraphs: string[];
  action: { label: string; address: string } | null;
}

/** A page that says one thing and offers one way on: signed out, locked, not found. */
export function messageView<State>(
  component: string,
  compose: (page: PageContext, state: State) => Message
): PortalView<State> {
  return {
    component,
    title: (page, state) => `${compose(page, state).title} – ${page.brand.appName}`,
    render: (page, state) => {
      const { title, paragraphs, action } = compose(page, state);
      return (
        <div className="card">
          <h1>{title}</h1>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {action && (
            <a className="primary" href={action.address}>
              {action.label}
            </a>
          )}
        </div>
      );
    }
  };
}
