import { withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import type { Column } from '@/lib/kit/listing/listing';
import type { ListingContext } from './listing-context';

interface Props {
  context: ListingContext;
  path: string;
  /** The address without search and filters; null if there are none. */
  clear: string | null;
}

/**
 * The form above a list: search, filters, columns. It results in an address that can be bookmarked and shared, but is
 * posted, so that a typed card number never enters an address.
 */
export function ListingTools({ context, path, clear }: Props) {
  const { listing, query, t, keep, usual } = context;
  const filtered = Object.entries(listing.columns).filter(([, { filter }]) => filter);
  const kept = Object.entries({ ...keep, ...(query.size !== usual && { size: String(query.size) }) });
  const buttons = (
    <div className="listing-search">
      {listing.search && (
        <div className="field">
          <label htmlFor="listing-q">{t('listing.search')}</label>
          <input id="listing-q" type="search" name="q" defaultValue={query.text} maxLength={100} />
        </div>
      )}
      <button type="submit" className="primary">
        {t('listing.apply')}
      </button>
      {clear && (
        <a className="button" href={clear}>
          {t('listing.clear')}
        </a>
      )}
    </div>
  );
  return (
    <form className="listing-tools" method="post" action="/workspace/search/list">
      <input type="hidden" name="path" value={path} />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {listing.search && buttons}
      {filtered.length > 0 && (
        <details open={Object.keys(query.filters).length > 0 || Object.keys(query.faults).length > 0}>
          <summary>{t('listing.filters', { count: Object.keys(query.filters).length })}</summary>
          <div className="listing-filters">
            {filtered.map(([name, column]) => (
              <Filter key={name} name={name} column={column} context={context} />
            ))}
          </div>
        </details>
      )}
      <Arrangement context={context} />
      {!listing.search && buttons}
    </form>
  );
}

/** The choice of columns and sort order; it replaces the headings on narrow screens. */
function Arrangement({ context: { listing, query, t } }: { context: ListingContext }) {
  const columns = Object.entries(listing.columns);
  return (
    <details>
      <summary>{t('listing.columns')}</summary>
      <div className="listing-filters">
        <div className="field">
          <label htmlFor="listing-sort">{t('listing.order')}</label>
          <select id="listing-sort" name="sort" defaultValue={query.sort}>
            {columns
              .filter(([, { sort }]) => sort !== false)
              .map(([name, column]) => (
                <option key={name} value={name}>
                  {t(column.label)}
                </option>
              ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="listing-direction">{t('listing.order.direction')}</label>
          <select id="listing-direction" name="order" defaultValue={query.descending ? 'descending' : ''}>
            <option value="">{t('listing.order.ascending')}</option>
            <option value="descending">{t('listing.order.descending')}</option>
          </select>
        </div>
      </div>
      <fieldset className="listing-columns">
        <legend>{t('listing.columns.shown')}</legend>
        {columns.map(([name, column]) => (
          <label key={name}>
            <input type="checkbox" name="columns" value={name} defaultChecked={query.columns.includes(name)} />
            {t(column.label)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** One filter: a value or a range. */
function Filter({ name, column, context }: { name: string; column: Column; context: ListingContext }) {
  const { query, t } = context;
  const { value, from, to } = query.filters[name] ?? {};
  const label = t(column.label);
  if (column.filter === 'range') {
    const type = column.type === 'date' || column.type === 'date-time' ? 'date' : 'text';
    return (
      <fieldset className="listing-range">
        <legend>{label}</legend>
        <Input context={context} name={`${name}.from`} label={t('listing.from')} type={type} value={from} />
        <Input context={context} name={`${name}.to`} label={t('listing.to')} type={type} value={to} />
      </fieldset>
    );
  }
  if (column.type === 'choice' || column.type === 'boolean') {
    const choices = column.choices ?? { true: 'yes', false: 'no' };
    return (
      <div className="field">
        <label htmlFor={`filter-${name}`}>{label}</label>
        <select id={`filter-${name}`} name={name} defaultValue={value ?? ''}>
          <option value="">{t('listing.any')}</option>
          {Object.entries(choices).map(([choice, key]) => (
            <option key={choice} value={choice}>
              {t(key)}
            </option>
          ))}
        </select>
      </div>
    );
  }
  return <Input context={context} name={name} label={label} type="text" value={value} />;
}

interface InputProps {
  context: ListingContext;
  name: string;
  label: string;
  type: 'text' | 'date';
  value: string | undefined;
}

function Input({ context: { query, given, t }, name, label, type, value }: InputProps) {
  const fault = query.faults[name];
  const typed = value ?? withoutCardNumbers([given[name] ?? ''].flat()[0] ?? '');
  const id = `filter-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={typed}
        maxLength={200}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
      />
      {fault && (
        <p className="field-error" id={`${id}-error`}>
          {t(fault)}
        </p>
      )}
    </div>
  );
}
