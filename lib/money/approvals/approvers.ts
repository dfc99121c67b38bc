import { grantedPlaces } from '../../directory/people/granted-places';

/** The places from which user `u` may approve, as rows with node `n`. */
export const approvingPlaces = () => grantedPlaces('approvals', 'approve');
