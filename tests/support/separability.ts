/**
 * How well one number tells two groups apart: the area under the ROC curve, which is the Mann–Whitney
 * statistic over n·m. 0.5: not at all; 0 or 1: every time.
 */
export function separability(some: number[], others: number[]): number {
  const all = [...some.map((value) => ({ value, own: true })), ...others.map((value) => ({ value, own: false }))].sort(
    (one, other) => one.value - other.value
  );
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const rank = (from + 1 + to) / 2;
    for (; from < to; from++) if (all[from]?.own) rankSum += rank;
  }
  return (rankSum - (some.length * (some.length + 1)) / 2) / (some.length * others.length);
}

/** The members of a list in random order. */
export function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
