import { newId } from '@/lib/core/secrets/ids';
import type { CommentedOn } from '@/lib/kit/comments/commentable';
import { signedInPrincipal } from '../signed-in';
import { formTextsOf } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import { add, remove } from './actions';
import { CommentsLeaf } from './comments-leaf';
import { commentFields, shownComments } from './shown';
import './comments.css';

/** The panel with the comments on a record, for any page that shows one. */
export async function Comments({ on }: { on: CommentedOn }) {
  const reader = await signedInPrincipal();
  const { t } = reader;
  const shown = await shownComments(reader, on);
  if (!shown) return null;
  const [textField, mentionField] = commentFields(t, on);
  return (
    <section className="panel" aria-labelledby="comments-heading">
      <h2 id="comments-heading">{t('comment.title')}</h2>
      <Fresh rendered={newId()}>
        <CommentsLeaf
          {...shown}
          hidden={{ entity: on.entity, record: on.id }}
          add={add}
          remove={remove}
          textField={textField}
          mentionField={mentionField}
          formTexts={formTextsOf(t)}
          texts={{
            add: t('comment.add'),
            choose: t('comment.mention.choose'),
            gone: t('comment.gone'),
            none: t('comment.none'),
            remove: t('comment.remove'),
            explanation: t('comment.remove.explanation'),
            question: t('comment.remove.question')
          }}
        />
      </Fresh>
    </section>
  );
}
