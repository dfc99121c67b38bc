import type { TextKey } from '../../core/language/text-key';
import type { NamedParam } from '../../core/language/texts';
import type { TemplateControl } from './controls';
import type { Failure } from './decide';

/** The name of each control that can say no, as the template's form has it. */
export const FAILURE_NAMES: Record<Failure['control'], TextKey> = {
  cardState: 'authorization.card.state',
  currency: 'setup.entity.purchase.template.field.currency',
  validity: 'setup.entity.purchase.template.field.validity',
  curfew: 'setup.entity.purchase.template.field.curfew',
  timeOfDay: 'setup.entity.purchase.template.field.timeOfDay',
  purchaseType: 'setup.entity.purchase.template.field.type',
  merchant: 'setup.entity.supplier.field.merchantId',
  merchantName: 'setup.entity.purchase.template.field.merchantName',
  transactionLimit: 'setup.entity.purchase.template.field.transactionLimit',
  transactionCount: 'setup.entity.purchase.template.field.transactionLimit',
  amountRange: 'setup.entity.purchase.template.field.amountRange',
  exactAmounts: 'setup.entity.purchase.template.field.exactAmounts',
  velocity: 'setup.entity.purchase.template.field.velocity',
  velocityCount: 'setup.entity.purchase.template.field.velocity',
  agingVelocity: 'setup.entity.purchase.template.field.agingVelocity'
};

const FIELD = 'setup.entity.purchase.template.field';

/** The name of a template's control, for a refusal. */
export const nameOfControl = (control: TemplateControl): NamedParam => ({ text: `${FIELD}.${control}` });

/** The name of one of a template's validity checks, for a refusal. */
export const nameOfLevel = (level: string): NamedParam => ({
  text: `${FIELD}.validityLevels.option.${level as 'type' | 'bin' | 'expiry' | 'status'}`
});
