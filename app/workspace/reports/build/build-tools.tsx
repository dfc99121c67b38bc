'use client';

import { useListingPlace } from '../../listing/listing-place';

interface Named {
  name: string;
  label: string;
}

interface Props {
  columns: readonly (Named & { shown: boolean })[];
  /** The columns that the rows can be put together by, and those chosen, the outermost first. */
  groups: readonly Named[];
  chosen: readonly string[];
  largest: boolean;
  periods: readonly Named[];
  period: string;
  /** The columns that the rows can be ordered by; none if the report has groups. */
  orders: readonly Named[];
  sort: string;
  descending: boolean;
  most: number;
  texts: {
    columns: string;
    group: string;
    inner: string;
    none: string;
    hint: string;
    largest: string;
    period: string;
    filtered: string;
    order: string;
    direction: string;
    ascending: string;
    descending: string;
  };
}

/** The choice of a report's groups, period, order and columns; each change shows in the preview at once. */
export function BuildTools(props: Props) {
  const { groups, chosen, largest, periods, period, orders, sort, descending, most, texts } = props;
  const { go } = useListingPlace();
  const places = groups.length === 0 ? 0 : Math.min(chosen.length + 1, most);
  const regroup = (at: number, name: string) =>
    go({ groups: [...chosen.slice(0, at), name, ...chosen.slice(at + 1)].filter(Boolean).join() });
  return (
    <>
      <div className="report-choices">
        <Choice
          label={texts.period}
          value={period}
          none={texts.filtered}
          options={periods}
          onChoose={(name) => go({ period: name })}
        />
        {Array.from({ length: places }, (_, at) => (
          <Choice
            key={at}
            label={at === 0 ? texts.group : texts.inner}
            value={chosen[at] ?? ''}
            none={texts.none}
            options={groups.filter(({ name }) => name === chosen[at] || !chosen.includes(name))}
            onChoose={(name) => regroup(at, name)}
          />
        ))}
        {orders.length > 0 && (
          <>
            <Choice label={texts.order} value={sort} options={orders} onChoose={(name) => go({ sort: name })} />
            <Choice
              label={texts.direction}
              value={descending ? 'descending' : 'ascending'}
              options={[
                { name: 'ascending', label: texts.ascending },
                { name: 'descending', label: texts.descending }
              ]}
              onChoose={(name) => go({ sort, order: name })}
            />
          </>
        )}
        {chosen.length > 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={largest}
              onChange={({ target }) => go({ largest: target.checked ? 'true' : null })}
            />
            {texts.largest}
          </label>
        )}
      </div>
      {groups.length > 0 && <p className="support">{texts.hint}</p>}
      <Columns {...props} />
    </>
  );
}

function Columns({ columns, texts }: Pick<Props, 'columns' | 'texts'>) {
  const { go } = useListingPlace();
  const shown = columns.filter((column) => column.shown);
  if (columns.length === 0) return null;
  return (
    <fieldset className="report-columns">
      <legend>{texts.columns}</legend>
      {columns.map(({ name, label, shown: isShown }) => (
        <label key={name} className="choice">
          <input
            type="checkbox"
            checked={isShown}
            // A report without any column shows nothing.
            disabled={isShown && shown.length === 1}
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
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Named[];
  /** The empty option. */
  none?: string;
  onChoose: (name: string) => void;
}

const Choice = ({ label, value, options, none, onChoose }: ChoiceProps) => (
  <label className="field">
    {label}
    <select value={value} onChange={({ target }) => onChoose(target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option.name} value={option.name}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
