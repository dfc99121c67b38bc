import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { EvidenceBadges } from '../../receipts/evidence-badges';
import { Picture } from '../../receipts/picture';
import { Badge } from '../../ui/badge';
import { CategoryIcon } from '../../ui/category-icon';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import type { QueueRecord } from './queue-record';
import type { QueueTexts } from './queue-texts';
import { SendBack } from './send-back';
import type { Queue } from './use-queue';

interface Props {
  record: QueueRecord;
  queue: Queue;
  /** "3 of 12". */
  position: string;
  texts: QueueTexts;
  /** Back to the list, on a narrow screen. */
  onClose: () => void;
}

/** The record that is looked at: everything that an approver needs to judge it, and what can be done. */
export function QueueDetail({ record, queue, position, texts, onClose }: Props) {
  const { name, categoryCode, category, day, amount, foreign, flags, behalf, returned, comment } = record;
  const fault = queue.faults.get(record.id);
  return (
    <section className="panel queue-detail" aria-labelledby="queue-heading">
      <button type="button" className="quiet queue-close" onClick={onClose}>
        <ArrowLeft aria-hidden="true" size={18} />
        {texts.back}
      </button>
      <div className="queue-head">
        <CategoryIcon mcc={categoryCode} />
        <div>
          <h2 id="queue-heading" tabIndex={-1} data-heading="">
            {name}
          </h2>
          <p className="support">{[category, day].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="queue-sum">
          <p className="queue-figure">{amount}</p>
          {foreign && <p className="support">{foreign}</p>}
        </div>
      </div>
      {flags.length > 0 && (
        <p className="queue-flags">
          {flags.map(({ tone, text }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </p>
      )}
      {fault && <p className="message message-problem">{fault}</p>}
      {behalf && <p className="message message-hint">{behalf}</p>}
      {returned && (
        <p className="queue-quote">
          <span className="support">{texts.returned}</span>
          {returned}
        </p>
      )}
      <Receipts record={record} texts={texts} />
      <Facts facts={record.facts} />
      <Allocation record={record} texts={texts} />
      {comment && (
        <div className="queue-quote">
          <span className="support">{`${texts.comment} · ${comment.by}`}</span>
          <span>{comment.text}</span>
          {comment.more && <Link href={record.href}>{comment.more}</Link>}
        </div>
      )}
      <p>
        <Link href={record.href}>{texts.open}</Link>
      </p>
      {queue.asking ? (
        <SendBack
          draft={queue.drafts.get(record.id) ?? ''}
          texts={texts}
          onSend={(reason) => void queue.sendBack(record, reason)}
          onDraft={(text) => queue.drafts.set(record.id, text)}
          onCancel={() => {
            queue.focus.current = record.id;
            queue.setAsking(false);
          }}
        />
      ) : (
        <Steps record={record} queue={queue} position={position} texts={texts} />
      )}
    </section>
  );
}

function Steps({ record, queue, position, texts }: Omit<Props, 'onClose'>) {
  return (
    <div className="queue-steps">
      <button type="button" className="primary" aria-keyshortcuts="a" onClick={() => void queue.approve(record)}>
        <Check aria-hidden="true" size={18} />
        {texts.approve}
        <Key of="a" />
      </button>
      <button type="button" aria-keyshortcuts="r" onClick={() => queue.setAsking(true)}>
        {texts.sendBack}
        <Key of="r" />
      </button>
      <span className="queue-position support">{position}</span>
      <button
        type="button"
        className="icon-button"
        aria-keyshortcuts="k"
        aria-label={texts.previous}
        onClick={() => queue.move(-1)}
      >
        <ChevronUp aria-hidden="true" size={18} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-keyshortcuts="j"
        aria-label={texts.next}
        onClick={() => queue.move(1)}
      >
        <ChevronDown aria-hidden="true" size={18} />
      </button>
    </div>
  );
}

const Key = ({ of }: { of: string }) => (
  <span className="queue-key" aria-hidden="true">
    {of}
  </span>
);

/** The attached files, each to be looked at, and by its name as a link. */
function Receipts({ record: { receipts }, texts }: Pick<Props, 'record' | 'texts'>) {
  if (receipts.length === 0) return null;
  return (
    <ul className="queue-receipts" aria-label={texts.receipt}>
      {receipts.map(({ id, pictured, evidence }) => (
        <li key={id}>
          <Picture file={pictured} marks={evidence?.marks ?? []} texts={texts.picture} isNamed isWide />
          <a href={pictured.href} download>
            {pictured.name}
          </a>
          <EvidenceBadges evidence={evidence} />
        </li>
      ))}
    </ul>
  );
}

function Allocation({ record: { parts }, texts }: Pick<Props, 'record' | 'texts'>) {
  return (
    <div className="queue-allocation">
      <h3>{texts.allocation}</h3>
      {parts.length === 0 && <p className="muted">{texts.notAllocated}</p>}
      <ul>
        {parts.map(({ share, codes, description }, index) => (
          <li key={index}>
            {share && <span className="queue-amount">{share}</span>}
            <span>{[...codes, description].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
