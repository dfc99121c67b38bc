'use client';

import './charts.css';
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { useGo } from './navigating';

/** A column of a chart; amounts are exact decimals. */
export interface ChartColumn {
  /** The name below the column, and in full. */
  short: string;
  label: string;
  /** By series. */
  amounts: readonly string[];
  total: string;
  /** The amount to compare with, and its name. */
  previous: string;
  previousLabel: string;
  /** The addresses behind each series; null where there is none. */
  hrefs: readonly (string | null)[];
}

interface Props {
  /** A sentence that describes the chart, for screen readers. */
  title: string;
  /** What the columns are stacked of, from below; the last may be the sum of what has no series. */
  series: readonly string[];
  columns: readonly ChartColumn[];
  currency: string;
  /** The language (BCP 47) that values are written in. */
  language: string;
  texts: { total: string; previous: string };
}

const colourOf = (index: number) => `var(--chart-${index})`;
/** Heights of columns; texts are made of the exact amounts. */
const height = (amount: string | undefined) => Number(amount ?? 0);

/**
 * Stacked columns with axes, a legend and the values of the column that is pointed at, against an earlier line. Arrow
 * keys move between the columns; a click opens what is behind a part of one. The table with the same figures stands
 * beside it.
 */
export function ColumnChart({ title, series, columns, currency, language, texts }: Props) {
  const go = useGo();
  const axis = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <figure className="chart">
      <ComposedChart className="chart-drawing" responsive data={[...columns]} stackOffset="sign" title={title}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="short" tickLine={false} axisLine={false} minTickGap={8} interval="preserveStartEnd" />
        <YAxis width="auto" tickLine={false} axisLine={false} tickFormatter={(value: number) => axis.format(value)} />
        <ReferenceLine y={0} stroke="var(--border)" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={({ active, payload }) => (
            <ChartValues
              column={active ? (payload[0]?.payload as ChartColumn | undefined) : undefined}
              {...{ series, currency, language, texts }}
            />
          )}
        />
        {series.map((name, index) => (
          <Bar
            key={name}
            name={name}
            stackId="all"
            dataKey={(column: ChartColumn) => height(column.amounts[index])}
            fill={colourOf(index)}
            stroke="var(--surface)"
            maxBarSize={56}
            isAnimationActive={false}
            onClick={({ payload }) => {
              const href = (payload as ChartColumn).hrefs[index];
              if (href) go(href);
            }}
          />
        ))}
        <Line
          name={texts.previous}
          dataKey={(column: ChartColumn) => height(column.previous)}
          stroke="var(--chart-previous)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
      <figcaption className="chart-legend">
        {series.map((name, index) => (
          <span key={name}>
            <i aria-hidden="true" style={{ background: colourOf(index) }} />
            {name}
          </span>
        ))}
        <span>
          <i aria-hidden="true" className="chart-dash" />
          {texts.previous}
        </span>
      </figcaption>
    </figure>
  );
}

type ValuesProps = Pick<Props, 'series' | 'currency' | 'language' | 'texts'> & { column: ChartColumn | undefined };

/** The values of one column, told to screen readers as well when keys move to it. */
function ChartValues({ column, series, currency, language, texts }: ValuesProps) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const money = (amount: string) => format.format(amount as `${number}`).replace('-', '\u2212');
  const line = (name: string, amount: string, colour?: string) => (
    <div key={name}>
      <dt>
        {colour && <i aria-hidden="true" style={{ background: colour }} />}
        {name}
      </dt>
      <dd>{money(amount)}</dd>
    </div>
  );
  return (
    <div className="chart-values" role="status">
      {column && (
        <>
          <p>{column.label}</p>
          <dl>
            {series.map((name, index) => {
              const amount = column.amounts[index] ?? '0';
              return Number(amount) === 0 ? null : line(name, amount, colourOf(index));
            })}
            {line(texts.total, column.total)}
            {line(column.previousLabel, column.previous)}
          </dl>
        </>
      )}
    </div>
  );
}
