'use client';

import { CodingGrid } from '../transactions/code/coding-grid';
import type { GridColumn, GridRecord } from '../transactions/code/grid-record';
import type { FormTexts } from '../ui/form-texts';
import { Example } from './example';

const COLUMNS: GridColumn[] = [
  { name: 'purpose', label: 'Purpose', kind: 'text', maxLength: 80 },
  {
    name: 'project',
    label: 'Project',
    kind: 'choice',
    options: [
      { value: 'A', label: 'Atlas' },
      { value: 'B', label: 'Borealis' }
    ]
  }
];

const record = (number: number, name: string, closed: string | null = null): GridRecord => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  version: 1,
  href: '#main',
  name,
  amount: '€40.00',
  closed,
  detail: 'Nov 3, 2026 · Malin Wikström',
  values: { purpose: 'Visit', project: '' },
  editable: closed ? [] : ['purpose', 'project']
});

const RECORDS = [
  record(1, 'Harbour Hotel'),
  record(2, 'North Rail'),
  record(3, 'Fuel Stop', 'Divided into 2 splits. Open it to change them.')
];

const TEXTS = {
  grid: 'Quick coding',
  transaction: 'Merchant',
  state: 'Status',
  review: 'Mark as reviewed',
  take: 'Accept suggestion',
  fill: 'Fill down',
  undo: 'Undo',
  suggested: 'Suggested: {value}. {why}',
  saving: 'Saving…',
  saved: 'Saved',
  refused: 'Not saved',
  reviewed: 'Reviewed'
};

/** The grid of quick coding. The catalogue refuses a row with a fault at its purpose, so that both can be seen. */
export function Grid({ texts }: { texts: FormTexts }) {
  return (
    <Example name="CodingGrid: rows, and one that can't be filled in">
      <CodingGrid
        columns={COLUMNS}
        records={RECORDS}
        labels={{}}
        texts={TEXTS}
        formTexts={texts}
        save={async (form) =>
          (JSON.parse(String(form.get('rows'))) as { id: string }[]).map(({ id }) => ({
            id,
            saved: false,
            reviewed: false,
            faults: [{ field: 'purpose', message: 'Enter a purpose.' }]
          }))
        }
      />
    </Example>
  );
}
