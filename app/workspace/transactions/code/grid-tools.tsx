'use client';

import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Undo2 from 'lucide-react/icons/undo-2';
import { Toolbar } from 'react-aria-components/Toolbar';
import { fillDown, takeBack, takeSuggestions } from './grid-acts';
import type { Grid } from './grid-cells';
import type { GridTexts } from './grid-record';

const TOOLS = [
  { text: 'take', key: 'Space', icon: <Lightbulb />, act: takeSuggestions },
  { text: 'fill', key: 'Control+D', icon: <ArrowDownToLine />, act: fillDown },
  { text: 'undo', key: 'Control+Z', icon: <Undo2 />, act: takeBack }
] as const;

/** What the keys of the grid do to the selected cells, for a pointer and for a finger; the focus goes back to the cell. */
export function GridTools({ grid, texts }: { grid: Grid; texts: GridTexts }) {
  return (
    <Toolbar className="coding-tools" aria-label={texts.grid}>
      {TOOLS.map(({ text, key, icon, act }) => (
        <button
          key={text}
          type="button"
          className="quiet small"
          aria-keyshortcuts={key}
          onClick={() => {
            grid.wantsFocus.current = true;
            act(grid);
          }}
        >
          {icon}
          {texts[text]}
        </button>
      ))}
    </Toolbar>
  );
}
