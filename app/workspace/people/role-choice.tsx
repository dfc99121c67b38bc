import type { Role } from '@/lib/access/policy/policy';
import type { Translate } from '@/lib/core/language/texts';
import { Link } from '../ui/link';

interface Props {
  /** The address of the next step, with `?role=` or `?template=`. */
  path: string;
  roles: readonly Role[];
  templates?: { id: string; name: string; role: Role; description: string | null }[];
  t: Translate;
}

/** The first step: the choice of a role or template. */
export function RoleChoice({ path, roles, templates = [], t }: Props) {
  return (
    <>
      {templates.length > 0 && (
        <section className="panel" aria-labelledby="template-heading">
          <h2 id="template-heading">{t('user.template.choose')}</h2>
          <ul className="choice-links">
            {templates.map(({ id, name, role, description }) => (
              <li key={id}>
                <Link href={`${path}?template=${id}`}>{name}</Link>
                <span className="muted">{[t(`role.${role}`), description].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="panel" aria-labelledby="role-heading">
        <h2 id="role-heading">{t('user.role.choose')}</h2>
        <ul className="choice-links">
          {roles.map((role) => (
            <li key={role}>
              <Link href={`${path}?role=${role}`}>{t(`role.${role}`)}</Link>
              <span className="muted">{t(`role.${role}.reach`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
