import { Link } from './link';

export interface Card {
  href: string;
  name: string;
  detail?: string | null;
}

/** Links to choose from, each on a card that is a link as a whole. */
export const Cards = ({ cards }: { cards: readonly Card[] }) => (
  <ul className="cards">
    {cards.map(({ href, name, detail }) => (
      <li key={href}>
        <Link href={href}>{name}</Link>
        {detail && <p>{detail}</p>}
      </li>
    ))}
  </ul>
);
