import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { type AssignedPlace, assignmentsOf, type UserAssignment } from '@/lib/directory/people/assignments';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import type { Formats } from '../../ui/formats';
import { Link } from '../../ui/link';
import { LastDay } from '../last-day';
import { placeWords } from '../words';
import { setPrimary, takeRole } from './actions';
import type { Section } from './section';

/** The roles of a user, each with its places and its permissions. */
export async function Roles({ page: { t, format, principal }, user, canMaintainPart }: Section) {
  const assignments = await assignmentsOf(principal, user);
  const canChange = canMaintainPart && may(principal, 'peers', 'modify');
  return (
    <section className="panel" aria-labelledby="roles-heading">
      <div className="panel-head">
        <h2 id="roles-heading">{t('user.roles')}</h2>
        {canChange && user.status === 'active' && (
          <Link className="button" href={`/workspace/people/${user.id}/roles`}>
            {t('user.role.add')}
          </Link>
        )}
      </div>
      {assignments.length === 0 && <p className="muted">{t('user.roles.none')}</p>}
      <ul className="records">
        {assignments.map((assignment) => (
          <Role key={assignment.id} assignment={assignment} t={t} format={format} user={user} canChange={canChange} />
        ))}
      </ul>
    </section>
  );
}

interface Around {
  t: Translate;
  user: Section['user'];
  canChange: boolean;
}

/** A role of a user, and what can be done with it. */
function Role({ assignment, format, ...around }: Around & { assignment: UserAssignment; format: Formats }) {
  const { t, user, canChange } = around;
  return (
    <li>
      <div>
        <h3>
          {t(`role.${assignment.role}`)}
          {assignment.isPrimary && <Badge>{t('user.role.primary')}</Badge>}
          <LastDay {...{ assignment, t, format }} />
        </h3>
        {assignment.role !== 'A' && <p>{assignment.places.map(placeWords).join(', ')}</p>}
        <p className="muted">
          {assignment.authorityTemplate
            ? t('user.role.by.template', { name: assignment.authorityTemplate })
            : t('user.authority.template.none')}
        </p>
        {assignment.role === 'A' && (
          <ul className="records">
            {assignment.places.map((place) => (
              <Account key={place.nodeId} assignment={assignment} place={place} {...around} />
            ))}
          </ul>
        )}
      </div>
      {canChange && !assignment.isPrimary && (
        <div className="actions">
          <Link className="button" href={`/workspace/people/${user.id}/last-day?role=${assignment.id}`}>
            {t('user.role.last.day.change')}
          </Link>
          {assignment.lastDay === null && (
            <RoleConfirm
              t={t}
              user={user}
              step="primary"
              hidden={{ assignment: assignment.id }}
              name={t(`role.${assignment.role}`)}
            />
          )}
          <RoleConfirm
            t={t}
            user={user}
            step="remove"
            hidden={{ assignment: assignment.id }}
            name={t(`role.${assignment.role}`)}
          />
        </div>
      )}
    </li>
  );
}

/** An account of an account holder. */
function Account({
  assignment,
  place,
  t,
  user,
  canChange
}: Around & { assignment: UserAssignment; place: AssignedPlace }) {
  const isPrimary = assignment.isPrimary && place.nodeId === user.nodeId;
  const hidden = { assignment: assignment.id, node: place.nodeId };
  return (
    <li>
      <div>
        <p>
          {placeWords(place)} {isPrimary && <Badge>{t('user.account.primary')}</Badge>}
        </p>
      </div>
      {canChange && !isPrimary && assignment.places.length > 1 && (
        <div className="actions">
          {assignment.isPrimary && (
            <RoleConfirm t={t} user={user} step="primary" hidden={hidden} name={placeWords(place)} />
          )}
          <RoleConfirm t={t} user={user} step="remove" hidden={hidden} name={placeWords(place)} />
        </div>
      )}
    </li>
  );
}

interface RoleConfirmProps {
  t: Translate;
  user: Section['user'];
  step: 'primary' | 'remove';
  hidden: Record<string, string>;
  name: string;
}

/** Makes a role or an account the primary one, or takes it away. */
function RoleConfirm({ t, user, step, hidden, name }: RoleConfirmProps) {
  return (
    <Confirm
      label={t(`user.role.${step === 'primary' ? 'make.primary' : 'remove'}`)}
      question={t(`user.role.${step === 'primary' ? 'make.primary' : 'remove'}.question`, { name })}
      confirmLabel={t(`user.role.${step === 'primary' ? 'make.primary' : 'remove'}`)}
      action={step === 'primary' ? setPrimary : takeRole}
      hidden={{ id: user.id, ...hidden }}
      danger={step === 'remove'}
    />
  );
}
