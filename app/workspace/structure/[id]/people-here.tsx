import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { usersAt } from '@/lib/directory/people/users-at';
import type { StructureNode } from '@/lib/directory/structure/nodes';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';

/** The users managed at this node. */
export async function PeopleHere({ node, principal, t }: { node: StructureNode; principal: Principal; t: Translate }) {
  const users = await usersAt(principal, node);
  if (users.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="people-heading">
      <h2 id="people-heading">{t('structure.people')}</h2>
      <ul className="found">
        {users.map(({ id, userId, firstName, lastName, role, status }) => (
          <li key={id} className="tree-line">
            <Link className="tree-name" href={`/workspace/people/${id}`}>{`${firstName} ${lastName}`}</Link>
            <span className="tree-detail">{`${userId} · ${t(`role.${role}`)}`}</span>
            {status !== 'active' && <Badge tone="warning">{t(`user.status.${status}`)}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
