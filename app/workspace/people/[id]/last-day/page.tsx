import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { assignmentsOf } from '@/lib/directory/people/assignments';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { lastDayField } from '../../role-fields';
import { placeWords } from '../../words';
import { maintainableUser, UserForm } from '../user-form';
import { saveLastDay } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.role.last.day.change')} – ${brand.appName}` };
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Sets the last day of a user's role (C6.009). */
export default workspacePage(async function LastDayPage({ params, searchParams }: Props) {
  const { page, user } = await maintainableUser((await params).id, { partly: true });
  const { t, principal } = page;
  const { role: asked } = await searchParams;
  const assignment = (await assignmentsOf(principal, user)).find(({ id }) => id === asked);
  if (!assignment || assignment.isPrimary || !may(principal, 'peers', 'modify')) notFound();
  return (
    <UserForm user={user} title={t('user.role.last.day.change')}>
      <div className="panel">
        <h2>{t(`role.${assignment.role}`)}</h2>
        <p>{assignment.places.map(placeWords).join(', ')}</p>
        <RecordForm
          action={saveLastDay}
          fields={[lastDayField(t)]}
          values={{ lastDay: assignment.lastDay }}
          hidden={{ id: user.id, assignment: assignment.id }}
          submitLabel={t('form.save')}
          cancelHref={`/workspace/people/${user.id}`}
        />
      </div>
    </UserForm>
  );
});
