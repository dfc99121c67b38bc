import type { TextKey } from '../../../core/language/text-key';
import type { Controls } from '../controls';
import { FAILURE_NAMES } from '../failure-names';
import type { Capabilities, Support } from './processor';

/** Each control that a card has on, by its name, with how a processor keeps it. */
function supportOf(
  { controls: can, velocity }: Capabilities,
  controls: Controls
): readonly (readonly [keyof typeof FAILURE_NAMES, Support, boolean])[] {
  const { transactionLimit: limit, velocities } = controls;
  return [
    ['validity', can.validity, controls.validity !== null],
    ['curfew', can.curfew, controls.curfew !== null],
    ['timeOfDay', can.timeOfDay, controls.timeOfDay !== null],
    ['purchaseType', can.purchaseType, controls.purchaseType !== null],
    ['merchant', can.merchant, controls.merchant !== null],
    ['merchantName', can.merchantName, controls.merchantName !== null],
    ['transactionLimit', can.transactionLimit, typeof limit?.amount === 'string'],
    ['transactionCount', can.transactionCount, typeof limit?.count === 'number'],
    ['amountRange', can.amountRange, controls.amountRange !== null],
    ['exactAmounts', can.exactAmounts, controls.exactAmounts !== null],
    ...velocities.flatMap(
      ({ period, amount, count }) =>
        [
          ['velocity', velocity[period], amount !== null],
          ['velocityCount', can.velocityCount, count !== null]
        ] as const
    ),
    ['agingVelocity', can.agingVelocity, controls.aging !== null]
  ];
}

/** The name of the first control of a card that a processor doesn't keep (C4.012); null if it keeps all of them. */
export function lackingControl(capabilities: Capabilities, controls: Controls): TextKey | null {
  const lacking = supportOf(capabilities, controls).find(([, support, isOn]) => isOn && support === 'none');
  return lacking ? FAILURE_NAMES[lacking[0]] : null;
}
