import type { Translate } from '@/lib/core/language/texts';
import { highlight } from '@/lib/kit/search/highlight';
import type { SearchResult } from '@/lib/kit/search/search-result';
import { recordAddress } from '../record-address';
import { Badge } from '../ui/badge';
import { numbersOf } from './details';

/** Records as links with the matches highlighted. */
export function ResultList({ results, sought = '', t }: { results: SearchResult[]; sought?: string; t: Translate }) {
  return (
    <ul className="result-list">
      {results.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <a href={recordAddress(result)} data-result="" className="result">
            <span className="result-name">
              <Marked text={result.name} sought={sought} />
            </span>
            <span className="result-detail">
              <Marked text={numbersOf(result).join(' · ')} sought={sought} />
              {numbersOf(result).length > 0 && result.above && ' · '}
              {result.above}
            </span>
          </a>
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
