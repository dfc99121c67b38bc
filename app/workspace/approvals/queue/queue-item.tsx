import Check from 'lucide-react/icons/check';
import Paperclip from 'lucide-react/icons/paperclip';
import { Badge } from '../../ui/badge';
import { CategoryIcon } from '../../ui/category-icon';
import type { QueueRecord } from './queue-record';
import type { QueueTexts } from './queue-texts';

interface Props {
  record: QueueRecord;
  isCurrent: boolean;
  /** Why it came back. */
  fault: string | undefined;
  texts: QueueTexts;
  onOpen: () => void;
  onApprove: () => void;
}

/** A record in the list: its name opens it, and on a narrow screen one tap approves it. */
export function QueueItem({ record, isCurrent, fault, texts, onOpen, onApprove }: Props) {
  const { name, categoryCode, amount, foreign, person, day, age, flags, receipts } = record;
  return (
    <li className="queue-item">
      <CategoryIcon mcc={categoryCode} />
      <span className="queue-line">
        <button type="button" className="queue-name" aria-current={isCurrent} onClick={onOpen}>
          {name}
        </button>
        <span className="queue-amount">{amount}</span>
      </span>
      <span className="queue-line support">
        <span className="queue-who">{`${person} · ${day}`}</span>
        {foreign && <span className="queue-foreign">{foreign}</span>}
      </span>
      <span className="queue-line queue-marks">
        <span className="queue-flags">
          {receipts.length > 0 && (
            <span className="queue-receipt" title={texts.receipt}>
              <Paperclip aria-hidden="true" size={14} />
              <span className="visually-hidden">{texts.receipt}</span>
            </span>
          )}
          {flags.map(({ tone, text }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </span>
        <span className="support queue-age">{age}</span>
        <button
          type="button"
          className="queue-quick icon-button"
          aria-label={texts.approveOne.replace('{name}', name)}
          onClick={onApprove}
        >
          <Check aria-hidden="true" size={18} />
        </button>
      </span>
      {fault && (
        <span role="alert" className="field-error">
          {fault}
        </span>
      )}
    </li>
  );
}
