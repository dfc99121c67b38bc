'use client';

import dynamic from 'next/dynamic';
import type { FieldOption } from './field-spec';

/** Takes people from elsewhere on the page, such as those who are named in a text. */
export interface PickedPeople {
  add: (person: FieldOption) => void;
}

/**
 * Picks several people by name, user id or place: the server offers those whom the reader may pick. They stand above the
 * field as tags, which Backspace and Delete remove; a list of user ids can be pasted. Text that picked nobody is sent
 * under `<name>.typed`.
 * Its script loads with the first such field: most forms have none.
 */
export const PeoplePicker = dynamic(() => import('./people-picker-leaf'));
