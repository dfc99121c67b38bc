import { may } from '@/lib/access/policy/principal';
import type { Dispute } from '@/lib/money/disputes/disputes';
import { awaitsIssuer, isWithNetwork, type NetworkCase, stepsOf } from '@/lib/money/disputes/network/cases';
import { evidenceOf } from '@/lib/money/disputes/network/evidence';
import type { signedInPrincipal } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import { accept, pursue } from '../actions';

interface Props {
  dispute: Dispute;
  found: NetworkCase;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** The claim at its card network: the stages it has reached, whom it waits for until when, and the desk's answer. */
export async function NetworkCaseSection({ dispute, found, page: { principal, t, format } }: Props) {
  const [steps, evidence] = await Promise.all([stepsOf(dispute), evidenceOf(dispute)]);
  const isDesk = may(principal, 'dispute_desk', 'view');
  const answers = may(principal, 'dispute_desk', 'modify') && awaitsIssuer(found, steps);
  const hidden = { id: dispute.id, version: dispute.version };
  return (
    <section className="panel" aria-labelledby="network-heading">
      <h2 id="network-heading">{t('dispute.network.title')}</h2>
      {isWithNetwork(found) && found.isWaiting && <p role="status">{t('dispute.network.waiting')}</p>}
      {found.refusal !== null && (
        <p className="support">
          {t(found.state === 'refused' ? 'dispute.network.refused' : 'dispute.network.answer.refused')}
          {isDesk && ` (${found.refusal})`}
        </p>
      )}
      {found.caseNumber && (
        <Facts
          facts={[
            { label: t('dispute.network.case'), value: found.caseNumber },
            ...(isDesk ? [{ label: t('setup.entity.dispute.reason.field.networkCode'), value: found.networkCode }] : [])
          ]}
        />
      )}
      {steps.length > 0 && (
        <ol className="records">
          {steps.map(({ stage, happenedAt, awaits, replyBy }, index) => (
            <li key={happenedAt.toISOString() + stage}>
              <div>
                <strong>{t(`dispute.stage.${stage}`)}</strong>
                <p className="support">
                  <time dateTime={happenedAt.toISOString()}>{format.dateTime(happenedAt)}</time>
                  {replyBy && ` · ${t('dispute.reply.by')}: ${format.date(replyBy)}`}
                </p>
              </div>
              {index === steps.length - 1 && isWithNetwork(found) && (
                <Badge tone={awaits === 'issuer' && isDesk ? 'warning' : 'info'}>{t(`dispute.awaits.${awaits}`)}</Badge>
              )}
            </li>
          ))}
        </ol>
      )}
      {evidence.length > 0 && (
        <>
          <h3>{t('attachment.title')}</h3>
          <ul className="records">
            {evidence.map(({ id, name, reference, refusal }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  {(reference ?? (isDesk && refusal)) && <p className="support">{reference ?? refusal}</p>}
                </div>
                <Badge tone={refusal !== null ? 'warning' : reference === null ? 'info' : 'good'}>
                  {t(`dispute.evidence.${refusal !== null ? 'refused' : reference === null ? 'waiting' : 'taken'}`)}
                </Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      {answers && (
        <div className="actions">
          <Confirm
            label={t('dispute.accept')}
            question={t('dispute.accept.question')}
            confirmLabel={t('dispute.accept')}
            action={accept}
            hidden={hidden}
          />
          <Confirm
            label={t('dispute.pursue')}
            question={t('dispute.pursue.question')}
            confirmLabel={t('dispute.pursue')}
            action={pursue}
            hidden={hidden}
            danger={false}
          />
        </div>
      )}
    </section>
  );
}
