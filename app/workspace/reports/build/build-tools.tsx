'use client';

import { type ComponentProps, useId } from 'react';
import { type Counted, isCounted, MOST_COUNTED, periodOf, splitPeriod } from '@/lib/kit/reports/period';
import { useListingPlace } from '../../listing/listing-place';
import { useAhead } from '../../listing/use-ahead';
import { ColumnOrder } from './column-order';

interface Named {
  name: string;
  label: string;
}

interface Props {
  columns: readonly Named[];
  /** Those that it shows, in their order. */
  ordered: readonly Named[];
  /** The columns that the rows can be put together by, and those chosen, the outermost first. */
  groups: readonly Named[];
  chosen: readonly string[];
  /** The column whose values become columns; empty: none. */
  pivot: string;
  largest: boolean;
  periods: readonly Named[];
  period: string;
  /** The period in words, with its days. */
  periodDays: string;
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
    pivot: string;
    withoutPivot: string;
    hint: string;
    largest: string;
    period: string;
    count: string;
    countHint: string;
    filtered: string;
    order: string;
    direction: string;
    ascending: string;
    descending: string;
    move: ComponentProps<typeof ColumnOrder>['texts'];
  };
}

/** The choice of a report's groups, period, order and columns; each change shows in the preview at once. */
export function BuildTools(props: Props) {
  const { groups, chosen, pivot, periods, period, periodDays, orders, sort, descending, most, texts } = props;
  const { go } = useListingPlace();
  const [largest, setLargest] = useAhead(props.largest);
  const hintId = useId();
  const places = groups.length === 0 ? 0 : Math.min(chosen.length + 1, most);
  const regroup = (at: number, name: string) =>
    go({ groups: [...chosen.slice(0, at), name, ...chosen.slice(at + 1)].filter(Boolean).join() });
  return (
    <>
      <div className="report-choices">
        <PeriodChoice {...{ periods, period, texts, hintId }} />
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
        {chosen.length > 0 && (
          <Choice
            label={texts.pivot}
            value={pivot}
            none={texts.withoutPivot}
            options={groups.filter(({ name }) => !chosen.includes(name))}
            onChoose={(name) => go({ pivot: name || null })}
          />
        )}
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
      {period !== '' && (
        <p className="support" id={hintId}>
          {periodDays} {splitPeriod(period).periodCount !== null && `(${texts.countHint})`}
        </p>
      )}
      {groups.length > 0 && <p className="support">{texts.hint}</p>}
      <Columns {...props} />
      <ColumnOrder columns={props.ordered} texts={texts.move} />
    </>
  );
}

/** The number that a period begins with when it is chosen. */
const FIRST_COUNTS: Readonly<Record<string, number>> = { days: 30, months: 3, cycle: 2 };

/** The choice of the period, and of the number of days, months or cycles that it may have. */
function PeriodChoice({
  periods,
  period,
  texts,
  hintId
}: Pick<Props, 'periods' | 'period' | 'texts'> & { hintId: string }) {
  const { go } = useListingPlace();
  const id = useId();
  const split = splitPeriod(period);
  const withCount = (choice: string, periodCount: number) => go({ period: periodOf({ period: choice, periodCount }) });
  return (
    <>
      <Choice
        label={texts.period}
        value={split.period}
        none={texts.filtered}
        options={periods}
        onChoose={(name) =>
          isCounted(name) ? withCount(name, FIRST_COUNTS[name.split('.')[0] ?? ''] ?? 1) : go({ period: name || null })
        }
      />
      {split.periodCount !== null && (
        <div className="field">
          <label htmlFor={id}>{texts.count}</label>
          <input
            key={split.period}
            id={id}
            type="number"
            min={1}
            max={mostOf(split.period)}
            defaultValue={split.periodCount}
            aria-describedby={hintId}
            onChange={({ target }) => {
              if (target.validity.valid && target.value !== '') withCount(split.period, target.valueAsNumber);
            }}
          />
        </div>
      )}
    </>
  );
}

const mostOf = (choice: string): number => MOST_COUNTED[choice.split('.')[0] as Counted];

function Columns({ columns, ordered, texts }: Pick<Props, 'columns' | 'ordered' | 'texts'>) {
  const { go } = useListingPlace();
  const [ahead, setAhead] = useAhead(ordered.map(({ name }) => name).join());
  const shown = ahead.split(',');
  if (columns.length === 0) return null;

  function choose(name: string, isShown: boolean) {
    // A new column comes last.
    const next = (isShown ? [...shown, name] : shown.filter((one) => one !== name)).join();
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
