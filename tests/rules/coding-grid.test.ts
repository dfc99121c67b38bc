import fc from 'fast-check';
import { blockOf, cellsIn, movedBy, textOfCells } from '@/app/workspace/transactions/code/grid-keys';

const LAST = { row: 299, column: 4 };

test('the keys of a data grid move within it', () => {
  const at = { row: 10, column: 2 };
  const to = (key: string, far = false) => movedBy(key, at, LAST, far);
  expect(to('ArrowDown')).toEqual({ row: 11, column: 2 });
  expect(to('ArrowUp', true)).toEqual({ row: 0, column: 2 });
  expect(to('PageDown')).toEqual({ row: 20, column: 2 });
  expect(to('PageUp')).toEqual({ row: 0, column: 2 });
  expect(to('Home')).toEqual({ row: 10, column: 0 });
  expect(to('End', true)).toEqual(LAST);
  expect(to('a')).toBeNull();
  expect(movedBy('ArrowRight', LAST, LAST, false)).toEqual(LAST);
  expect(movedBy('ArrowLeft', { row: 0, column: 0 }, LAST, false)).toEqual({ row: 0, column: 0 });
});

test('a selection has the same cells from either corner', () => {
  const one = { row: 3, column: 4 };
  const other = { row: 7, column: 1 };
  expect(blockOf(one, other)).toEqual({ top: 3, bottom: 7, left: 1, right: 4 });
  expect(blockOf(other, one)).toEqual(blockOf(one, other));
});

test('cells are read as spreadsheets write them: tabs, line ends of each system, quotes, and a last line end', () => {
  expect(cellsIn('S100\tP1\r\nF200\t\r\n')).toEqual([
    ['S100', 'P1'],
    ['F200', '']
  ]);
  expect(cellsIn('a "quoted" word')).toEqual([['a "quoted" word']]);
  expect(cellsIn('"two\nlines"\t"say ""yes"""')).toEqual([['two lines', 'say "yes"']]);
  expect(cellsIn('')).toEqual([[]]);
});

test('copied cells are pasted as they were', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9,.åß本-]{1,6}$/);
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 })
    );
  fc.assert(fc.property(block, (rows) => expect(cellsIn(textOfCells(rows))).toEqual(rows)));
});
