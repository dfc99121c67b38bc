import { type FileRules, fileRefusal } from '@/app/workspace/ui/file-refusal';
import { fileRules } from '@/app/workspace/ui/file-rules';
import { translator } from '@/lib/core/language/texts';

const t = translator('en_US');
const MEGABYTE = 1024 ** 2;

const refusalOf = (rules: FileRules, name: string, size = 10, type = '') => fileRefusal({ name, size, type }, rules);

test('CD.12 a file of another kind than the field takes is refused before it is sent', () => {
  const rules = fileRules(t, ['jpg', 'pdf']);
  const wrong = 'Unsupported file type. Choose a file of type JPG, PDF.';
  expect(refusalOf(rules, 'receipt.pdf')).toBeNull();
  expect(refusalOf(rules, 'PHOTO.JPEG')).toBeNull();
  // A phone's pictures need not have an ending.
  expect(refusalOf(rules, 'image', 10, 'image/jpeg')).toBeNull();
  expect(refusalOf(rules, 'receipt.pdf.exe')).toBe(wrong);
  expect(refusalOf(rules, 'pdf')).toBe(wrong);
  expect(refusalOf(rules, 'picture.png', 10, 'image/png')).toBe(wrong);
});

test('CD.12 a file that is too large or empty is refused before it is sent, at the very byte', () => {
  const rules = fileRules(t, ['csv'], 2 * MEGABYTE);
  expect(refusalOf(rules, 'a.csv', 2 * MEGABYTE)).toBeNull();
  expect(refusalOf(rules, 'a.csv', 2 * MEGABYTE + 1)).toBe('File too large. A file may have up to 2 MB.');
  expect(refusalOf(rules, 'a.csv', 0)).toBe('The file is empty.');
});

test('a field for any kind of file refuses none by its kind', () => {
  const rules = fileRules(t, null, 200 * MEGABYTE);
  expect(rules.accept).toBeUndefined();
  expect(refusalOf(rules, 'FEED.20261125')).toBeNull();
  expect(rules.texts.tooLarge).toContain('200 MB');
});
