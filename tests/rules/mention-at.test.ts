import { mentionAt } from '@/app/workspace/comments/mention-at';

const at = (text: string) => {
  const [before = '', after = ''] = text.split('|');
  return mentionAt(before + after, before.length);
};

test.each([
  ['@li|', { from: 0, name: 'li' }],
  ['Thanks, @Ben Li| for all', { from: 8, name: 'Ben Li' }],
  ['One\n@佐|', { from: 4, name: '佐' }],
  ['@Ada @b|', { from: 5, name: 'b' }]
])('a name after @ is a mention: %j', (text, mention) => expect(at(text)).toEqual(mention));

test.each(['ada@exam|', '@|', '@ li|', '@Ben Lind |', '@Ben\nLi|', 'li|', `@${'x'.repeat(41)}|`])(
  'anything else is none: %j',
  (text) => expect(at(text)).toBeNull()
);
