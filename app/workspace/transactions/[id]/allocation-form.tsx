import { newId } from '@/lib/core/secrets/ids';
import { profilesFor } from '@/lib/money/allocation/split-profiles';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import type { signedInPrincipal } from '../../signed-in';
import type { FormFault } from '../../ui/form-state';
import { formTextsOf } from '../../ui/form-texts';
import { Fresh } from '../../ui/fresh';
import { headValues } from '../allocation-fields';
import { editorOf, openSuggestions } from '../editor-fields';
import { save } from '../save-allocation';
import { editorTextsOf } from '../splits/editor-texts';
import { lineOf } from '../splits/posted';
import { type EditorButton, SplitEditor } from '../splits/split-editor';
import { ProfileTools } from './profile-tools';
import { SuggestionBox } from './suggestion-box';

interface Props {
  seen: AllocatingView;
  /** The list that the user is working through. */
  list: string;
  /** What prevented the review of what was just saved. */
  lacking: FormFault[];
  page: Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't' | 'locale'>;
}

/** The form of a transaction: its purpose and the allocation of its cost. */
export async function AllocationForm({ seen, list, lacking, page: { principal, t, locale } }: Props) {
  const { transaction, allocations, defaults, scheme } = seen;
  const { head, coded, whole } = editorOf(principal.role, t, seen);
  const by = allocations.some(({ percent }) => percent !== null) ? 'percent' : 'amount';
  const lines =
    allocations.length > 0
      ? allocations.map((part) => lineOf(part, { locale, coded, digits: whole.digits }))
      : [lineOf({ percent: null, description: null, codes: defaults }, { locale, coded })];
  const [profiles, suggestions] = await Promise.all([
    scheme ? profilesFor(principal, { issuerId: transaction.issuerId, schemeId: scheme.id }) : [],
    openSuggestions(seen, coded)
  ]);
  const buttons: EditorButton[] = [
    { value: 'review-next', label: t('transaction.review.next'), keys: 'Control+Shift+Enter' },
    { value: 'save', label: t('form.save'), keys: 'Control+S' },
    { value: 'review', label: t('transaction.save.review'), isMinor: true },
    { value: 'next', label: t('transaction.save.next'), keys: 'Control+Enter', isMinor: true }
  ];
  const take: [string, string][] = suggestions.length > 0 ? [['Alt+Shift+Enter', t('suggestion.take')]] : [];
  const own = buttons.flatMap(({ keys, label }): [string, string][] =>
    keys ? [[keys.replace('Control', 'Ctrl'), label]] : []
  );
  return (
    <Fresh rendered={newId()}>
      <SplitEditor
        id="form"
        action={save}
        head={head}
        values={headValues(transaction, head, locale)}
        coded={coded}
        given={{ whole, locale, by, lines }}
        currency={transaction.billedCurrency}
        least={1}
        lacking={lacking}
        hidden={{ id: transaction.id, list }}
        version={transaction.version}
        buttons={buttons}
        texts={editorTextsOf(t, [...take, ...own])}
        moreLabel={t('actions.more')}
        formTexts={formTextsOf(t)}
      >
        {scheme && (
          <SuggestionBox
            suggestions={suggestions}
            codes={scheme.codes}
            transaction={transaction}
            isCardholder={principal.role === 'A'}
            t={t}
          />
        )}
        {scheme && <ProfileTools profiles={profiles} t={t} />}
      </SplitEditor>
    </Fresh>
  );
}
