import type { Translate } from '@/lib/core/language/texts';
import { type OwnPasskey, PASSKEYS_MAX } from '@/lib/sign-in/passkey/passkeys';
import { Confirm } from '../ui/confirm';
import { deletePasskey } from './actions';
import { AddPasskey } from './add-passkey';

interface Props {
  t: Translate;
  passkeys: OwnPasskey[];
  /** The brand accepts passkeys on this host name. */
  canAdd: boolean;
  userId: string;
  time: (at: Date) => string;
}

/** The passkeys, each with a confirmed removal. */
export function Passkeys({ t, passkeys, canAdd, userId, time }: Props) {
  return (
    <section className="panel" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">{t('profile.passkeys')}</h2>
      <p>{t('profile.passkeys.intro')}</p>
      {passkeys.length === 0 && <p className="muted">{t('profile.passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className="entries">
          {passkeys.map(({ id, name, rpId, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div>
                <h3>{name}</h3>
                <p className="muted">{rpId}</p>
                <p className="muted">{t('profile.passkey.added', { time: time(createdAt) })}</p>
                <p className="muted">
                  {lastUsedAt ? t('profile.passkey.used', { time: time(lastUsedAt) }) : t('profile.passkey.unused')}
                </p>
              </div>
              <Confirm
                label={t('profile.passkey.remove')}
                question={t('profile.passkey.remove.question', { name })}
                confirmLabel={t('profile.passkey.remove')}
                action={deletePasskey}
                hidden={{ passkey: id }}
              />
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <AddPasskey
          userId={userId}
          texts={{
            title: t('profile.passkey.add'),
            name: t('profile.passkey.name'),
            hint: t('profile.passkey.name.hint'),
            password: t('profile.question.password'),
            unsupported: t('profile.passkey.unsupported'),
            failed: t('profile.passkey.failed'),
            refusals: {
              'invalid.credentials': t('invalid.credentials'),
              'profile.passkey.limit': t('profile.passkey.limit', { count: PASSKEYS_MAX }),
              'sign.in.busy': t('sign.in.busy', { seconds: 5 })
            },
            required: {
              name: t('required.field', { field: t('profile.passkey.name') }),
              password: t('required.field', { field: t('profile.question.password') })
            }
          }}
        />
      )}
    </section>
  );
}
