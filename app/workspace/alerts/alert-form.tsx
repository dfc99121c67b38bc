import './alerts.css';
import { writeNumber } from '@/lib/core/entry/typed-number';
import { newId } from '@/lib/core/secrets/ids';
import type { PersonChoice } from '@/lib/directory/people/find-people';
import { timeZoneAt } from '@/lib/directory/structure/reads/today';
import { type AlertEntry, ruleSchema } from '@/lib/money/alerts/schema';
import { integratorChoices } from '@/lib/money/suppliers/integrators';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { formTextsOf } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import { look } from './actions';
import { AlertLeaf } from './alert-leaf';
import { alertFields } from './fields';
import { lookAt } from './look';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  values: Omit<AlertEntry, 'name' | 'recipients'> & { name?: string };
  /** The place in words. */
  place: string;
  recipients: readonly PersonChoice[];
  hidden?: Record<string, string>;
  version?: number;
  cancelHref: string;
}

/** The editor of an alert, with its sentence and what it would have found while it is filled in (C2.027). */
export async function AlertForm({ action, values, place, recipients, hidden, version, cancelHref }: Props) {
  const reader = await signedInPrincipal();
  const { t, locale } = reader;
  const rule = ruleSchema.safeParse(values);
  const written = (number: string | null) => (number === null ? null : writeNumber(number, locale));
  return (
    <Fresh rendered={newId()}>
      <AlertLeaf
        action={action}
        fields={alertFields(reader, {
          recipients,
          place,
          integrators: await integratorChoices(reader.principal, values.integratorId)
        })}
        values={{
          ...values,
          amount: written(values.amount),
          percent: values.percent,
          timeZone: values.timeZone ?? (await timeZoneAt(reader.principal.issuerId)),
          recipients: recipients.map(({ userId }) => userId)
        }}
        texts={formTextsOf(t)}
        submitLabel={t('alert.save')}
        {...(hidden && { hidden })}
        {...(version !== undefined && { version })}
        cancelHref={cancelHref}
        said={{
          initial: rule.success ? await lookAt(reader, rule.data) : null,
          look,
          texts: { title: t('alert.said'), incomplete: t('alert.incomplete') }
        }}
      />
    </Fresh>
  );
}
