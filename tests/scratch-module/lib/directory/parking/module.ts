import { defineModule } from '../../composition/define-module';
import { SPACE_ACTIONS } from './bulk-actions';
import { countPayload, countSpaces } from './count-spaces';
import { PARKING_SPACES } from './spaces';

export default defineModule({
  needs: ['access/policy', 'kit/listing', 'kit/jobs', 'kit/bulk', 'directory/structure'],
  tables: ['parking_spaces'],
  areas: {
    parking: { roles: { C: 'vmr', I: 'v' } }
  },
  programFeatures: ['parking'],
  auditActions: ['parking_space.taken'],
  lists: {
    'parking-spaces': { listing: PARKING_SPACES, path: '/workspace/parking' }
  },
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
