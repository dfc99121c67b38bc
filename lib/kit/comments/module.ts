import { defineModule } from '../../composition/define-module';
import { commentsOfUser } from './comments-of-user';

export default defineModule({
  needs: ['access/policy', 'directory/people', 'kit/notices'],
  tables: ['comments', 'comment_mentions'],
  auditActions: ['comment.added', 'comment.removed'],
  belongings: [commentsOfUser]
});
