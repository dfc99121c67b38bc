import { newId } from '@/lib/core/secrets/ids';
import type { ownScheme } from '@/lib/money/allocation/own-schemes';
import type { SplitProfile } from '@/lib/money/allocation/split-profiles';
import type { signedInPrincipal } from '../../signed-in';
import { formTextsOf } from '../../ui/form-texts';
import { Fresh } from '../../ui/fresh';
import { editorTextsOf } from '../splits/editor-texts';
import { lineOf } from '../splits/posted';
import { SplitEditor } from '../splits/split-editor';
import { saveProfile } from './actions';
import { profileEditorOf } from './profile-editor';

interface Props {
  scheme: NonNullable<Awaited<ReturnType<typeof ownScheme>>>;
  profile?: SplitProfile;
  page: Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't' | 'locale'>;
}

const HALVES = ['50', '50'].map((percent) => ({ percent, description: null, codes: {} }));

/** A split profile: its name and its splits by percentages. */
export function ProfileForm({ scheme, profile, page: { principal, t, locale } }: Props) {
  const { head, coded } = profileEditorOf(principal.role, t, scheme.asks);
  const lines = (profile?.lines ?? HALVES).map((line) => lineOf(line, { locale, coded }));
  const label = t('form.save');
  return (
    <Fresh rendered={newId()}>
      <SplitEditor
        id="form"
        action={saveProfile}
        head={head}
        values={{ name: profile?.name }}
        coded={coded}
        given={{ whole: null, locale, by: 'percent', lines }}
        currency={null}
        least={2}
        hidden={{ scheme: scheme.id, ...(profile && { id: profile.id }) }}
        version={profile?.version}
        buttons={[{ value: 'save', label, keys: 'Control+S' }]}
        texts={editorTextsOf(t, [['Ctrl+S', label]])}
        formTexts={formTextsOf(t)}
      />
    </Fresh>
  );
}
