import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { RecordActions } from '../ui/record-actions';
import { Example } from './example';

const ACTIONS = ['Suspend', 'Move', 'Replace', 'Download'].map((label) => ({ id: label, label, href: '#main' }));
const RANKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

/** Buttons and links in their ranks. */
export function Buttons() {
  return (
    <>
      <Example name="Buttons: primary, secondary, quiet, danger">
        {RANKS.map((rank) => (
          <button key={rank} type="button" className={rank}>
            {rank === 'danger' ? <Trash2 /> : <Plus />}
            {rank}
          </button>
        ))}
      </Example>
      <Example name="Buttons: disabled">
        {RANKS.map((rank) => (
          <button key={rank} type="button" className={rank} aria-disabled="true">
            {rank}
          </button>
        ))}
      </Example>
      <Example name="Buttons: small, icon only">
        {RANKS.map((rank) => (
          <button key={rank} type="button" className={`${rank} small`}>
            {rank}
          </button>
        ))}
        {RANKS.map((rank) => (
          <button key={rank} type="button" className={`${rank} icon-button`} aria-label={`Download, ${rank}`}>
            <Download />
          </button>
        ))}
      </Example>
      <Example name="RecordActions">
        <RecordActions primary={{ label: 'Edit', href: '#main' }} actions={ACTIONS} />
      </Example>
      <Example name="Links">
        <a href="#main">A link in a text</a>
        <a className="button" href="#main">
          A link to another screen
        </a>
        <a className="button primary" href="#main">
          The main link
        </a>
      </Example>
    </>
  );
}
