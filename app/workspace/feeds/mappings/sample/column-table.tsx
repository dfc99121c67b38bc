import type { FieldOption } from '../../../ui/field-spec';
import { Table } from '../../../ui/table';
import { columnName } from './column-name';
import type { ShownColumn } from './sample-state';

/** `fieldOf` has `{column}` in it. */
export type ColumnTexts = Record<'columns' | 'column' | 'values' | 'field' | 'unused' | 'fieldOf', string>;

interface Props {
  columns: ShownColumn[];
  options: FieldOption[];
  texts: ColumnTexts;
}

/** The columns of a sample, each with some of its values and the choice of the field that it is. */
export function ColumnTable({ columns, options, texts }: Props) {
  return (
    <Table
      label={texts.columns}
      named
      columns={[{ label: texts.column }, { label: texts.values }, { label: texts.field }]}
      rows={columns.map(({ number, name, values, field }) => ({
        key: number,
        cells: [
          name,
          values.join(' · ') || '–',
          <select
            key="field"
            name={columnName(number)}
            defaultValue={field}
            aria-label={texts.fieldOf.replace('{column}', name)}
          >
            <option value="">{texts.unused}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ]
      }))}
    />
  );
}
