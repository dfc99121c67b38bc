import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { CategoryIcon } from '../ui/category-icon';
import { Example } from './example';

const NAMES = ['Malin Wikström', 'Håkan Ström', '佐藤 花子', 'Cher', 'Anna Maria Lindqvist'];
/** A merchant category code of each group. */
const CODES = [
  ...['4511', '4112', '4121', '7011', '5812', '5541', '5411', '7372', '4814'],
  ...['5943', '5251', '8011', '8299', '8111', '6011', '9311', '7995']
];

/** Avatars, category icons and badges. */
export function Faces() {
  return (
    <>
      <Example name="Avatar">
        {NAMES.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        {NAMES.map((name) => (
          <Avatar key={name} name={name} size="small" />
        ))}
      </Example>
      <Example name="CategoryIcon">
        {CODES.map((code) => (
          <CategoryIcon key={code} mcc={code} />
        ))}
      </Example>
      <Example name="Badge">
        <Badge>Draft</Badge>
        <Badge tone="good">Approved</Badge>
        <Badge tone="warning">To review</Badge>
        <Badge tone="bad">No receipt</Badge>
        <Badge tone="info">Reviewed</Badge>
      </Example>
    </>
  );
}
