import { defineModule } from '../../composition/define-module';
import { ATTACHABLE_SPACE } from './attachable';
import { SPACE_ACTIONS } from './bulk-actions';
import { COMMENTABLE_SPACE } from './commentable';
import { countPayload, countSpaces } from './count-spaces';
import { SPACE_FAMILY } from './search-family';
import { PARKING_SPACES } from './spaces';

export default defineModule({
  needs: [
    'access/policy',
    'kit/listing',
    'kit/attachments',
    'kit/comments',
    'kit/jobs',
    'kit/bulk',
    'kit/search',
    'directory/structure'
  ],
  tables: ['parking_spaces'],
  areas: {
    parking: { roles: { C: 'vmr', I: 'v' } }
  },
  programFeatures: ['parking'],
  auditActions: ['parking_space.taken'],
  lists: {
    'parking-spaces': { listing: PARKING_SPACES, path: '/workspace/parking' }
  },
  searchKinds: {
    parking_space: { area: 'parking', family: SPACE_FAMILY, record: () => '/workspace/parking' }
  },
  attachable: { parking_space: ATTACHABLE_SPACE },
  commentable: { parking_space: COMMENTABLE_SPACE },
  bulkActions: {
    'parking-spaces': SPACE_ACTIONS
  },
  homeTasks: {
    parking: { list: 'parking-spaces', needs: ['parking', 'modify'], program: 'parking', order: 60 }
  },
  jobs: {
    'parking.count': { payload: countPayload, does: countSpaces, alone: true, keptDays: 30 }
  }
});
