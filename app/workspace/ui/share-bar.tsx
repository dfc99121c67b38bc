import './charts.css';

/** A part of a whole, in percent, as a bar; the figure stands beside it. */
export function ShareBar({ percent }: { percent: number }) {
  return (
    <svg className="share-line" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.min(100, Math.max(0, percent))} height={10} />
    </svg>
  );
}
