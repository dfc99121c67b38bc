/** Work that waits for its turn. */
export interface Waiting {
  /** Lanes take turns: what waits in one never holds up another. */
  lane: string;
  /** What has one piece of work waiting at most, whichever lane it comes by. */
  subject?: string | undefined;
  start: () => void;
  /** Called instead of `start` when the work loses its place. */
  refuse: () => void;
}

/**
 * A queue that ends and takes turns between lanes, first come first served within each. When it is full, work of a
 * lane that has little waiting takes the last place of the lane that has most, so that no lane can fill the queue for
 * the others.
 */
export class FairQueue {
  // In the order of their turns; a lane without work isn't kept.
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

  /** Takes work in; false: it is refused. */
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

  /** Takes out what is next; its lane goes to the end of the turns. */
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

  /** Only from a lane with two or more: `wouldRefuse` sees to that, so no lane is left empty. */
  private dropLast(): void {
    this.left(this.longest().pop() as Waiting).refuse();
  }

  private left(work: Waiting): Waiting {
    this.subjects.delete(work.subject);
    this.waiting -= 1;
    return work;
  }
}
