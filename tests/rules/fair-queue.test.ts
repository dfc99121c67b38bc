import { FairQueue, type Waiting } from '@/lib/sign-in/password/fair-queue';

/** The events of the work, in order. */
function aQueue(most: number) {
  const queue = new FairQueue(most);
  const refused: string[] = [];
  const work = (name: string, lane: string, subject?: string): Waiting & { name: string } => ({
    name,
    lane,
    subject,
    start: () => undefined,
    refuse: () => void refused.push(name)
  });
  const offer = (...of: Parameters<typeof work>) => queue.offer(work(...of));
  const takeAll = () => {
    const taken = [];
    for (let next = queue.take(); next; next = queue.take()) taken.push((next as ReturnType<typeof work>).name);
    return taken;
  };
  return { queue, offer, takeAll, refused };
}

describe('the queue of password hashes', () => {
  test('F-3 takes turns between addresses, first come first served within each', () => {
    const { queue, offer, takeAll } = aQueue(10);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) expect(offer(name, name.charAt(0))).toBe(true);
    expect(queue.size).toBe(6);
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  test('F-3 when full, the address with most waiting gives up its last place to one with less', () => {
    const { offer, takeAll, refused } = aQueue(4);
    for (const name of ['a1', 'a2', 'a3', 'a4']) offer(name, 'a');
    expect(offer('a5', 'a')).toBe(false);
    expect([offer('b1', 'b'), offer('c1', 'c')]).toEqual([true, true]);
    expect(refused).toEqual(['a4', 'a3']);
    expect([offer('b2', 'b'), offer('d1', 'd'), offer('e1', 'e')]).toEqual([false, true, false]);
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  test('F-3 one verification an alias waits, from whichever address; the next may when it is taken', () => {
    const { queue, offer } = aQueue(10);
    expect([offer('a1', 'a', 'alias'), offer('a2', 'a', 'alias'), offer('b1', 'b', 'alias')]).toEqual([
      true,
      false,
      false
    ]);
    queue.take();
    expect(offer('b2', 'b', 'alias')).toBe(true);
    expect([offer('b3', 'b'), offer('b4', 'b')]).toEqual([true, true]);
  });
});
