import { seenAccount } from '@/lib/directory/structure/accounts';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

/** The cardholder's own card: its last digits and its limit. Nothing for users without one. */
export async function OwnCard() {
  const { principal, account: person, brand, t, format } = await signedIn();
  const [own] = principal.role === 'A' ? principal.scope.subtrees : [];
  const card = own ? await seenAccount(principal, own.nodeId) : null;
  if (!card) return null;
  return (
    <section className="home-card" aria-label={t('home.card')}>
      <div className="home-card-line">
        <strong>{brand.displayName}</strong>
        <span>{card.cardTypeName}</span>
      </div>
      <p className="home-card-number">{card.cardNumber}</p>
      <div className="home-card-line">
        <span>{`${person.firstName} ${person.lastName}`}</span>
        {card.creditLimit !== null && (
          <span>{t('home.card.limit', { amount: format.money(card.creditLimit, card.currency) })}</span>
        )}
      </div>
      <Link href={`/workspace/structure/${card.id}`} className="home-card-link">
        {t('home.card.open')}
      </Link>
    </section>
  );
}
