// Fewer reads tell little: threads also block when they start or collect garbage.
const MIN_READS = 256;
// A read from memory blocks one time in fifty, one from a disk almost always.
const BLOCKING_SHARE = 1 / 2;

/** Tells whether reading directories means to wait for a disk, by how often the threads of this process block. */
export class DiskWait {
  #reads = 0;
  #blocks = blocksSoFar();

  /** Whether most reads since the last answer blocked, of `reads` in all; `false` as long as they are too few. */
  isFelt(reads: number): boolean {
    const newReads = reads - this.#reads;
    if (newReads < MIN_READS) return false;
    const blocks = blocksSoFar();
    const newBlocks = blocks - this.#blocks;
    this.#reads = reads;
    this.#blocks = blocks;
    return newBlocks >= newReads * BLOCKING_SHARE;
  }
}

/** 0 on Windows, which does not count them. */
function blocksSoFar(): number {
  return process.resourceUsage().voluntaryContextSwitches;
}
