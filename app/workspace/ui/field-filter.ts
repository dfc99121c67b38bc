'use client';

import { createContext } from 'react';

/** Which fields of a form are shown, by name: a search around a long form. Fields that don't fit stay in it and are sent. */
export const FieldFilter = createContext<(name: string) => boolean>(() => true);
