import { errors } from '@/lib/core/http/answers';
import { ACTIONS } from '../../../actions';
import { formFields, studioForm } from '../../../studio-form';

/** The actions of the studio's forms, by the last segment of the address. */
export const POST = studioForm(formFields, async (by, form, { name = '', action = '' }, request) => {
  const act = Object.hasOwn(ACTIONS, action) && ACTIONS[action];
  return act ? act({ by, name, form, request }) : errors(404, [{ code: 'not.found' }], request);
});
