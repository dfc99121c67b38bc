import { type SavedView, savedViewSchema } from '@/lib/kit/listing/saved-views';
import { ActionForm } from '../ui/action-form';
import { constrained } from '../ui/constrained';
import { failureTexts } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import type { ListingContext } from './listing-context';
import { SaveView } from './save-view';
import { deleteListView, saveListView } from './view-actions';

interface Props {
  context: ListingContext;
  views: SavedView[];
  /** The current query. */
  current: string;
  path: string;
}

/** The user's saved views of a list: opens, deletes or saves one. */
export function ListingViews({ context: { listing, t, keep }, views, current, path }: Props) {
  const viewed = { list: listing.name, keep, query: current };
  const failures = failureTexts(t);
  const [name] = constrained(savedViewSchema, [{ name: 'name', kind: 'text', label: t('listing.view.name') }]);
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
              <ActionForm action={deleteListView.bind(null, viewed)} texts={failures}>
                <button type="submit" name="view" value={id} aria-label={t('listing.view.forget.name', { name })}>
                  {t('listing.view.forget')}
                </button>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
      {/* A name being typed stays until a view is saved. */}
      <Fresh rendered={JSON.stringify(views)}>
        <SaveView
          action={saveListView.bind(null, viewed)}
          most={name?.maxLength}
          texts={{ ...failures, name: t('listing.view.name'), save: t('listing.view.save') }}
        />
      </Fresh>
    </div>
  );
}
