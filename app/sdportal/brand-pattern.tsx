const [COLUMNS, ROWS] = [6, 8];

/** The shapes of a tile, in a 1 by 1 square; empty ones leave space. */
const SHAPES = [
  'h1v1h-1z',
  'h1a1 1 0 0 1-1 1z',
  'm1 0v1a1 1 0 0 1-1-1z',
  'm1 1h-1a1 1 0 0 1 1-1z',
  'm0 1v-1a1 1 0 0 1 1 1z',
  'm0 1 1-1v1z',
  'm.5.15a.35.35 0 1 1 0 .7a.35.35 0 1 1 0-.7z',
  '',
  '',
  ''
];
/** The weights of tiles (layout-split.css): the last is the accent, and rare. */
const TONES = [
  'tile-1',
  'tile-1',
  'tile-1',
  'tile-1',
  'tile-1',
  'tile-2',
  'tile-2',
  'tile-2',
  'tile-2',
  'tile-3',
  'tile-3',
  'tile-3',
  'tile-accent'
];

/** A quiet mosaic in the brand's colours, for a brand without a picture; the same name always gives the same mosaic. */
export function BrandPattern({ name }: { name: string }) {
  const next = numbersFrom(name);
  const byTone = new Map<string, string>();
  for (let tile = 0; tile < COLUMNS * ROWS; tile++) {
    const [shape, tone = ''] = [SHAPES[next() % SHAPES.length], TONES[next() % TONES.length]];
    const place = `M${tile % COLUMNS} ${Math.floor(tile / COLUMNS)}`;
    if (shape) byTone.set(tone, `${byTone.get(tone) ?? ''}${place}${shape}`);
  }
  return (
    <svg viewBox={`0 0 ${COLUMNS} ${ROWS}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[...byTone].map(([tone, path]) => (
        <path key={tone} className={tone} d={path} />
      ))}
    </svg>
  );
}

/** Pseudo-random numbers seeded by a text (a linear congruence over its FNV hash). */
function numbersFrom(text: string): () => number {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 16;
  };
}
