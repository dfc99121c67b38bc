import { MOST_VIEWS, type SavedView, type ViewProblem } from '@/lib/kit/listing/saved-views';
import type { ListingContext } from './listing-context';

interface Props {
  context: ListingContext;
  views: SavedView[];
  /** The current query. */
  current: string;
  path: string;
  /** The reason that saving the last view failed. */
  problem?: ViewProblem;
}

/** The user's saved views of a list: opens, deletes or saves one. */
export function ListingViews({ context: { listing, t, keep }, views, current, path, problem }: Props) {
  const target = `/workspace/views/${listing.name}?${new URLSearchParams(keep)}`;
  return (
    <div className="pop-form listing-views">
      {views.length > 0 && (
        <ul>
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <a
                href={`${path}?${new URLSearchParams({ ...keep, ...Object.fromEntries(new URLSearchParams(query)) })}`}
                aria-current={query === current ? 'true' : undefined}
              >
                {name}
              </a>
              <form method="post" action={target}>
                <input type="hidden" name="query" value={current} />
                <button type="submit" name="forget" value={id} aria-label={t('listing.view.forget.name', { name })}>
                  {t('listing.view.forget')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={target}>
        <input type="hidden" name="query" value={current} />
        <div className="field">
          <label htmlFor="view-name">{t('listing.view.name')}</label>
          <input
            id="view-name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem && 'view-name-error'}
          />
          {problem && (
            <p className="field-error" id="view-name-error" role="alert">
              {t(problem, { most: MOST_VIEWS })}
            </p>
          )}
        </div>
        <button type="submit">{t('listing.view.save')}</button>
      </form>
    </div>
  );
}
