import { SkeletonLine } from '../ui/skeleton';
import { MOST_IN_WINDOW } from './listing-table';

/** The place of a list's rows that are on their way, in their heights. */
export function AwaitedRows({ label, count, selectable }: { label: string; count: number; selectable: boolean }) {
  return (
    <div
      className={`listing-scroll listing-awaited${selectable ? ' awaited-select' : ''}`}
      role="status"
      aria-label={label}
    >
      <div className="awaited-head" />
      {Array.from({ length: Math.min(count, MOST_IN_WINDOW) }, (_, index) => (
        <div key={index} className="awaited-row">
          <span>
            <SkeletonLine width={0.5} />
            <SkeletonLine width={0.3} />
          </span>
          <SkeletonLine width={0.6} />
          <SkeletonLine />
        </div>
      ))}
    </div>
  );
}

/** The place of a record that opens beside its list. */
export function AwaitedPanel({ label }: { label: string }) {
  return (
    <section className="beside" role="status" aria-label={label}>
      <div className="beside-bar">
        <SkeletonLine width={0.5} />
      </div>
      {[0.7, 0.9, 0.6, 0.8, 0.5].map((width) => (
        <SkeletonLine key={width} width={width} />
      ))}
    </section>
  );
}
