const [COLUMNS, ROWS] = [6, 8];

/** The shapes of a tile: where each begins in a 1 by 1 square, and its outline; the empty ones leave space. */
const SHAPES: readonly (readonly [x: number, y: number, outline: string])[] = [
  [0, 0, 'h1v1h-1z'],
  [0, 0, 'h1a1 1 0 0 1-1 1z'],
  [1, 0, 'v1a1 1 0 0 1-1-1z'],
  [1, 1, 'h-1a1 1 0 0 1 1-1z'],
  [0, 1, 'v-1a1 1 0 0 1 1 1z'],
  [0, 1, 'l1-1v1z'],
  [0.55, 0.15, 'a.35.35 0 1 1-.1 0z'],
  [0, 0, ''],
  [0, 0, ''],
  [0, 0, '']
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
  const byTone = new Map<string, string[]>();
  for (let tile = 0; tile < COLUMNS * ROWS; tile++) {
    const [[x, y, outline] = [0, 0, ''], tone = ''] = [SHAPES[next() % SHAPES.length], TONES[next() % TONES.length]];
    const [left, top] = [(tile % COLUMNS) + x, Math.floor(tile / COLUMNS) + y];
    if (outline) byTone.set(tone, [...(byTone.get(tone) ?? []), `M${left} ${top}${outline}`]);
  }
  return (
    <svg viewBox={`0 0 ${COLUMNS} ${ROWS}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[...byTone].map(([tone, tiles]) => (
        <path key={tone} className={tone} d={tiles.join('')} />
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
