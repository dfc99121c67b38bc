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
function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** A measure this close to 0.5 after some of the tries needs no more of them. */
const EARLY = { tries: 60, within: 0.1 };

/**
 * Times the two cases in random order, so that load affects both alike. It checks twice (a group-sequential test):
 * without a difference, 60 attempts of each would leave 0.5 ± 0.1 in one run of seventeen, and only those runs make all
 * attempts, of which 150 leave 0.5 ± 0.15 less than once in a hundred thousand. One more query, or one hash less, puts
 * the measure near 0 or 1 at either check.
 * @param attempt the timed action, in milliseconds: the same for both cases except for its user
 * @returns how well the time distinguishes them
 */
export async function timeTells<Who>(
  known: readonly Who[],
  unknown: () => Who,
  attempt: (who: Who) => Promise<number>
): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const look = async (people: readonly Who[]) => {
    const tries = shuffled([
      ...people.map((who) => ({ who, group: times.known })),
      ...people.map(() => ({ who: unknown(), group: times.unknown }))
    ]);
    for (const { who, group } of tries) group.push(await attempt(who));
    return separability(times.known, times.unknown);
  };
  const early = await look(known.slice(0, EARLY.tries));
  return Math.abs(early - 0.5) < EARLY.within ? early : look(known.slice(EARLY.tries));
}

/** How long something takes, in milliseconds. */
export async function timed(doing: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await doing();
  return performance.now() - started;
}
