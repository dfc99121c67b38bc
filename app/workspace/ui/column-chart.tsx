import './charts.css';

interface Props {
  /** A sentence that describes the chart, for screen readers. */
  title: string;
  columns: { label: string; value: number; text: string }[];
}

const WIDTH = 960;
const HEIGHT = 240;
const GAP = 0.35;

/** Columns over a line, drawn by the server. The table with the same figures stands beside it. */
export function ColumnChart({ title, columns }: Props) {
  const most = Math.max(0, ...columns.map(({ value }) => value));
  const least = Math.min(0, ...columns.map(({ value }) => value));
  const scale = HEIGHT / (most - least || 1);
  const zero = most * scale;
  const step = WIDTH / columns.length;
  return (
    <svg className="column-chart" viewBox={`0 -4 ${WIDTH} ${HEIGHT + 36}`} role="img" aria-label={title}>
      {columns.map(({ label, value, text }, index) => {
        const height = Math.abs(value) * scale;
        const x = index * step;
        return (
          <g key={label}>
            <title>{`${label}: ${text}`}</title>
            <rect
              x={x + (step * GAP) / 2}
              y={value < 0 ? zero : zero - height}
              width={step * (1 - GAP)}
              height={height}
              rx={3}
            />
            <text x={x + step / 2} y={HEIGHT + 24} textAnchor="middle">
              {label}
            </text>
          </g>
        );
      })}
      <line x1={0} x2={WIDTH} y1={zero} y2={zero} />
    </svg>
  );
}

/** A row's share of the largest row, as a bar. */
export function Bar({ value, most }: { value: number; most: number }) {
  return (
    <svg className="chart-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={most > 0 ? Math.max(0, (value / most) * 100) : 0} height={10} />
    </svg>
  );
}
