import { MAIL_TOPIC } from '../../brand/mail/queue-mail';
import { sendMail } from '../../brand/mail/send-mail';
import type { OutboxHandlers } from '../../core/server/outbox';
import { REGISTRATION_TOPIC, sendRegistrationLink } from '../../directory/registration/start-registration';
import { answerPinRequest, PIN_TOPIC } from '../../sign-in/one-time-pin/one-time-pins';
import {
  answerRecovery,
  answerTemporaryPassword,
  RECOVERY_TOPIC,
  TEMPORARY_PASSWORD_TOPIC
} from '../../sign-in/recovery/recovery';

/** Who does what waits in the outbox. */
export const outboxHandlers: OutboxHandlers = {
  [MAIL_TOPIC]: sendMail,
  [PIN_TOPIC]: answerPinRequest,
  [RECOVERY_TOPIC]: answerRecovery,
  [TEMPORARY_PASSWORD_TOPIC]: answerTemporaryPassword,
  [REGISTRATION_TOPIC]: sendRegistrationLink
};
