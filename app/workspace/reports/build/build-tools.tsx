'use client';

import { useListingPlace } from '../../listing/listing-place';
import { useAhead } from '../../listing/use-ahead';

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
  const { groups, chosen, periods, period, orders, sort, descending, most, texts } = props;
  const { go } = useListingPlace();
  const [largest, setLargest] = useAhead(props.largest);
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
              onChange={({ target }) => {
                setLargest(target.checked);
                go({ largest: target.checked ? 'true' : null });
              }}
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
  const served = columns.filter((column) => column.shown).map(({ name }) => name);
  const [ahead, setAhead] = useAhead(served.join());
  const shown = ahead.split(',');
  if (columns.length === 0) return null;

  function choose(name: string, isShown: boolean) {
    const names = columns.map((column) => column.name);
    const next = names.filter((one) => (one === name ? isShown : shown.includes(one))).join();
    setAhead(next);
    go({ columns: next });
  }
  return (
    <fieldset className="report-columns">
      <legend>{texts.columns}</legend>
      {columns.map(({ name, label }) => (
        <label key={name} className="choice">
          <input
            type="checkbox"
            checked={shown.includes(name)}
            // A report without any column shows nothing.
            disabled={shown.length === 1 && shown[0] === name}
            onChange={({ target }) => choose(name, target.checked)}
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

function Choice({ label, value, options, none, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useAhead(value);
  return (
    <label className="field">
      {label}
      <select
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          onChoose(target.value);
        }}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.name} value={option.name}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
