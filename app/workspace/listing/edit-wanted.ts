'use client';

let isWanted = false;

/** The next record that opens beside the list puts the focus in its first field. */
export function wantEdit(): void {
  isWanted = true;
}

/** Whether that was asked for, once. */
export function isEditWanted(): boolean {
  const was = isWanted;
  isWanted = false;
  return was;
}
