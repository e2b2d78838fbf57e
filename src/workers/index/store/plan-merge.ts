/** What decides whether a layer is to be merged. */
export interface LayerLoad {
  /** How many entries it has. */
  readonly size: number;
  /** How many of them are dead. */
  readonly deadCount: number;
}

/** The layers `[from, to)`. */
export interface LayerRange {
  readonly from: number;
  readonly to: number;
}

// A layer is at least so many times as large as all above it together. So there are few layers, and an entry is merged a
// few times only.
const GROWTH = 4;
// The lowest layer is rebuilt when this share of it is dead, or lies above it: each costs a search time.
const MAX_DEAD_SHARE = 1 / 4;
const MAX_UPPER_SHARE = 1 / 8;
// A small index is not worth rebuilding more often than this.
const MIN_LOAD = 1024;

/**
 * Which layers, the lowest one first, ought to be merged now: the most that have no more than `atMost` entries together.
 * `undefined` when all is well, or too large.
 */
export function planMerge(layers: readonly LayerLoad[], atMost = Infinity): LayerRange | undefined {
  const to = layers.length;
  let all = layers.reduce((sum, { size }) => sum + size, 0);
  for (let from = 0; from < to; from++) {
    const layer = layers[from]!;
    const above = all - layer.size;
    if (all <= atMost && (from === 0 ? isBaseDue(layer, above) : layer.size < GROWTH * above))
      return { from, to };
    all = above;
  }
  return undefined;
}

function isBaseDue({ size, deadCount }: LayerLoad, above: number): boolean {
  return (
    deadCount > Math.max(MIN_LOAD, size * MAX_DEAD_SHARE) ||
    above > Math.max(MIN_LOAD, size * MAX_UPPER_SHARE)
  );
}
