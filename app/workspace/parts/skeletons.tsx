import { SkeletonCard, SkeletonLine, SkeletonRows } from '../ui/skeleton';
import { Example } from './example';

/** What stands on a page until its content arrives. */
export function Skeletons() {
  return (
    <>
      <Example name="SkeletonLine">
        <SkeletonLine width={0.5} />
      </Example>
      <SkeletonRows label="Loading rows" rows={3} />
      <SkeletonCard label="Loading a card" />
    </>
  );
}
