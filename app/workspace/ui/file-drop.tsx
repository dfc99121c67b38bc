'use client';

import dynamic from 'next/dynamic';

/**
 * A field for a file that can be dropped, pasted or chosen; what it takes is the value of an ordinary file input, which
 * lies over the whole zone. A file that breaks the rules stays chosen, and makes the input invalid.
 * Its script loads with the first such field: most forms have none.
 */
export const FileDrop = dynamic(() => import('./file-drop-leaf'));
