/** Work in the queue. */
export interface Waiting {
  /** Lanes take turns, so that one never delays another. */
  lane: string;
  /** A subject has at most one piece of work in the queue, across all lanes. */
  subject?: string | undefined;
  start: () => void;
  /** Called instead of `start` if the work loses its place. */
  refuse: () => void;
}

/**
 * A bounded queue that takes turns between lanes, first come first served within each. If it is full, work of a short
 * lane takes the last place of the longest lane, so that no lane can fill the queue.
 */
export class FairQueue {
  // In the order of their turns; empty lanes are removed.
  private readonly lanes = new Map<string, Waiting[]>();
  private readonly subjects = new Set<string | undefined>();
  private waiting = 0;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.waiting;
  }

  /** Whether work would be refused now. */
  wouldRefuse({ lane, subject }: Pick<Waiting, 'lane' | 'subject'>): boolean {
    if (subject !== undefined && this.subjects.has(subject)) return true;
    return this.waiting >= this.most && this.longest().length <= (this.lanes.get(lane)?.length ?? 0) + 1;
  }

  /** Adds work; false if it is refused. */
  offer(work: Waiting): boolean {
    if (this.wouldRefuse(work)) return false;
    if (this.waiting >= this.most) this.dropLast();
    const lane = this.lanes.get(work.lane);
    if (lane) lane.push(work);
    else this.lanes.set(work.lane, [work]);
    this.subjects.add(work.subject);
    this.waiting += 1;
    return true;
  }

  /** Removes the next work; its lane moves to the end of the turns. */
  take(): Waiting | undefined {
    for (const [lane, works] of this.lanes) {
      this.lanes.delete(lane);
      const work = works.shift() as Waiting;
      if (works.length > 0) this.lanes.set(lane, works);
      return this.left(work);
    }
    return undefined;
  }

  private longest(): Waiting[] {
    let longest: Waiting[] = [];
    for (const works of this.lanes.values()) if (works.length > longest.length) longest = works;
    return longest;
  }

  /** Only called for a lane with two or more, as `wouldRefuse` ensures, so no lane becomes empty. */
  private dropLast(): void {
    this.left(this.longest().pop() as Waiting).refuse();
  }

  private left(work: Waiting): Waiting {
    this.subjects.delete(work.subject);
    this.waiting -= 1;
    return work;
  }
}
