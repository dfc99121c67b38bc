'use client';

import { useListingPlace } from './listing-place';

interface Props {
  columns: readonly { name: string; label: string; shown: boolean; sortable: boolean }[];
  sort: string;
  descending: boolean;
  texts: { order: string; direction: string; ascending: string; descending: string; shown: string };
}

/** The choice of columns and of their order; each change applies at once. */
export function ColumnsChoice({ columns, sort, descending, texts }: Props) {
  const { go } = useListingPlace();
  const shown = columns.filter((column) => column.shown).map(({ name }) => name);
  return (
    <div className="pop-form">
      <div className="pop-range">
        <label className="field">
          {texts.order}
          <select
            value={sort}
            onChange={({ target }) => go({ sort: target.value, order: descending ? 'descending' : null })}
          >
            {columns
              .filter(({ sortable }) => sortable)
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        <label className="field">
          {texts.direction}
          <select
            value={descending ? 'descending' : ''}
            onChange={({ target }) => go({ sort, order: target.value || null })}
          >
            <option value="">{texts.ascending}</option>
            <option value="descending">{texts.descending}</option>
          </select>
        </label>
      </div>
      <fieldset className="pop-columns">
        <legend>{texts.shown}</legend>
        {columns.map(({ name, label }) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              // A list without any column shows nothing.
              disabled={shown.length === 1 && shown.includes(name)}
              onChange={({ target }) =>
                go({
                  columns: columns
                    .filter((column) => (column.name === name ? target.checked : column.shown))
                    .map((column) => column.name)
                    .join()
                })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
