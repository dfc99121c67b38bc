import { Link } from './link';

export interface Card {
  href: string;
  name: string;
  detail?: string | null;
  /** A line below that, in small print. */
  support?: string | null;
}

/** Links to choose from, each on a card that is a link as a whole. */
export const Cards = ({ cards }: { cards: readonly Card[] }) => (
  <ul className="cards">
    {cards.map(({ href, name, detail, support }) => (
      <li key={href}>
        <Link href={href}>{name}</Link>
        {detail && <p>{detail}</p>}
        {support && <p className="support">{support}</p>}
      </li>
    ))}
  </ul>
);
