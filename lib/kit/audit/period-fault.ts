import type { Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';
import { timeZoneAt } from '../../directory/structure/reads/today';
import type { SearchParams } from '../listing/query';
import { daysExceeded, periodOf } from './period';
import { chosenIssuer } from './scope';

/** The reason that a report can't include the audit of so long a period (C5.022, C5.096, C9.012, C9.013). */
export async function periodFault(principal: Principal, query: SearchParams): Promise<Refusal | null> {
  const issuerId = chosenIssuer(principal, typeof query.issuer === 'string' ? query.issuer : undefined);
  if (issuerId === null) return null;
  const period = periodOf(query, await timeZoneAt(principal.issuerId));
  const days = await daysExceeded(principal, issuerId, period);
  if (days === null) return null;
  return { code: period.named ? 'audit.period.too.long' : 'audit.period.too.long.record', params: { days } };
}
