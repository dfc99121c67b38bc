import type { TreeBranch, TreeItem } from '@/app/workspace/structure/tree-items';
import { lineBeginning, moveOf } from '@/app/workspace/structure/tree-keys';
import { linesOf } from '@/app/workspace/structure/tree-lines';

const item = (id: string, name: string, count: string | null): TreeItem => ({
  id,
  name,
  count,
  detail: '',
  state: null
});

/** Two companies, the first open with an account and more to come, the second closed. */
const open: TreeBranch = { items: [item('account', 'Anna', null)], next: 'anna' };
const lines = linesOf(
  { items: [item('first', 'Acme', '9'), item('second', 'Axis', '3')], next: null },
  { first: open }
);

function pressed(key: string, at: string) {
  const line = lines.find(({ id }) => id === at);
  if (!line) throw new Error(`no line ${at}`);
  return moveOf(key, line, lines, { first: open });
}

test.each([
  ['ArrowDown', 'first', { do: 'focus', id: 'account' }],
  ['ArrowDown', 'second', { do: 'focus', id: 'second' }],
  ['ArrowUp', 'account', { do: 'focus', id: 'first' }],
  ['ArrowUp', 'first', { do: 'focus', id: 'first' }],
  ['Home', 'second', { do: 'focus', id: 'first' }],
  ['End', 'first', { do: 'focus', id: 'second' }],
  ['ArrowRight', 'first', { do: 'focus', id: 'account' }],
  ['ArrowRight', 'second', { do: 'open', ids: ['second'] }],
  ['ArrowRight', 'account', { do: 'open', ids: [] }],
  ['ArrowLeft', 'first', { do: 'close', id: 'first' }],
  ['ArrowLeft', 'account', { do: 'focus', id: 'first' }],
  ['ArrowLeft', 'second', { do: 'focus', id: 'second' }],
  ['*', 'second', { do: 'open', ids: ['first', 'second'] }],
  ['*', 'account', { do: 'open', ids: [] }],
  ['Tab', 'first', null]
])('C2.007 %s in the tree at %s', (key, at, move) => {
  expect(pressed(key, at)).toEqual(move);
});

test.each(['Enter', ' '])('C2.007 "%s" acts on the line of the tree', (key) => {
  expect(pressed(key, 'more-first')).toMatchObject({ do: 'act', line: { kind: 'more', parentId: 'first' } });
});

test('C2.007 letters lead to the next node of the tree that begins with them, from the top again at the end', () => {
  expect(lineBeginning(lines, 'a', 1)?.id).toBe('account');
  expect(lineBeginning(lines, 'a', 4)?.id).toBe('first');
  expect(lineBeginning(lines, 'ax', 0)?.id).toBe('second');
  expect(lineBeginning(lines, 'z', 0)).toBeUndefined();
});
