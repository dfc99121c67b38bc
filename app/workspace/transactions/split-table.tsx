import type { Translate } from '@/lib/core/language/texts';
import type { AccountingCode } from '@/lib/money/allocation/schemes';
import { Table } from '../ui/table';

interface Props {
  label?: string;
  /** The column with each split's share. */
  shareLabel: string;
  splits: readonly { share: string; codes: Readonly<Record<string, string>>; description: string | null }[];
  codes: readonly AccountingCode[];
  t: Translate;
}

/** Splits of a cost, read-only. */
export function SplitTable({ label, shareLabel, splits, codes, t }: Props) {
  return (
    <Table
      label={label}
      columns={[
        { label: shareLabel, figure: true },
        ...codes.map(({ name }) => ({ label: name })),
        { label: t('allocation.description') }
      ]}
      // Splits are identified by position.
      rows={splits.map(({ share, codes: chosen, description }, key) => ({
        key,
        cells: [share, ...codes.map(({ id }) => chosen[id] ?? '–'), description ?? '–']
      }))}
    />
  );
}
