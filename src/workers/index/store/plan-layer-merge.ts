/** The numbers by which `planLayerMerge` chooses layers. */
export interface LayerLoad {
  /** The number of entries. */
  readonly size: number;
  /** The number of deleted entries. */
  readonly deletedCount: number;
}

/** The layers `[from, to)`. */
export interface LayerRange {
  readonly from: number;
  readonly to: number;
}

// A layer has at least this many times the entries of all layers above it together. So there are few layers, and an
// entry is merged only a few times.
const GROWTH = 4;
// The lowest layer is rebuilt when this share of it is deleted, or lies above it: both slow searches down.
const MAX_DELETED_SHARE = 1 / 4;
const MAX_UPPER_SHARE = 1 / 8;
// A small index is not worth rebuilding for fewer entries.
const MIN_LOAD = 1024;

/**
 * The layers that should be merged now: the largest range with no more than `atMost` entries. `undefined` when no
 * merge is due, or it is too large. `layers` are ordered from the lowest up.
 */
export function planLayerMerge(layers: readonly LayerLoad[], atMost = Infinity): LayerRange | undefined {
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

function isBaseDue({ size, deletedCount }: LayerLoad, above: number): boolean {
  return (
    deletedCount > Math.max(MIN_LOAD, size * MAX_DELETED_SHARE) ||
    above > Math.max(MIN_LOAD, size * MAX_UPPER_SHARE)
  );
}
