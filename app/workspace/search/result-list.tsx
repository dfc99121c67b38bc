import type { Translate } from '@/lib/core/language/texts';
import { highlight } from '@/lib/kit/search/highlight';
import type { SearchResult } from '@/lib/kit/search/search-result';
import { recordAddress } from '../record-address';
import { Badge } from '../ui/badge';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import { numbersOf } from './details';

interface Props {
  results: SearchResult[];
  sought: string;
  t: Translate;
  format: Formats;
}

/** Records as links with the matches highlighted. */
export function ResultList({ results, sought, t, format }: Props) {
  return (
    <ul className="result-list">
      {results.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <Link href={recordAddress(result)} data-result="" className="result">
            <span className="result-name">
              <Marked text={result.name} sought={sought} />
            </span>
            <span className="result-detail">
              <Marked text={numbersOf(result).join(' · ')} sought={sought} />
              {numbersOf(result).length > 0 && result.above && ' · '}
              {result.above}
              {result.day && ` · ${format.date(result.day)}`}
            </span>
          </Link>
          {result.amount && result.currency && (
            <span className="result-figure">{format.money(result.amount, result.currency)}</span>
          )}
          {result.over && <Badge>{t(`search.${result.over}`)}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Marked({ text, sought }: { text: string; sought: string }) {
  return highlight(text, sought).map(({ text: piece, isHit }, at) =>
    // The pieces of a text are never reordered.
    isHit ? <mark key={at}>{piece}</mark> : piece
  );
}
