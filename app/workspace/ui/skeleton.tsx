/** A line of text that is on its way; `width` in parts of the place it has, 0 to 1. */
export function SkeletonLine({ width = 1 }: { width?: number }) {
  return <span className="skeleton skeleton-line" style={{ width: `${width * 100}%` }} />;
}

/** Rows of a list that are on their way: a face, two lines, a figure. */
export function SkeletonRows({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div className="panel skeleton-rows" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row">
          <span className="skeleton face face-square" />
          <span>
            <SkeletonLine width={0.4} />
            <SkeletonLine width={0.25} />
          </span>
          <SkeletonLine />
        </div>
      ))}
    </div>
  );
}

/** A card that is on its way: its title and some lines. */
export function SkeletonCard({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className="panel" role="status" aria-label={label}>
      <SkeletonLine width={0.35} />
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonLine key={index} width={index % 2 ? 0.7 : 0.9} />
      ))}
    </div>
  );
}
