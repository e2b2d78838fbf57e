// Fewer reads prove little: threads also block when they start or collect garbage.
const MIN_READS = 256;
// A read from the page cache blocks one time in fifty, one from a disk almost always.
const BLOCKING_SHARE = 1 / 2;

/** Detects that reading directories means waiting for a disk, by how often the threads of this process block. */
export class DiskWait {
  #reads = 0;
  #blocks = blocksSoFar();

  /**
   * Whether most reads since the last answer blocked, given the number of all reads; `false` while they are too few.
   */
  isDiskBound(reads: number): boolean {
    const newReads = reads - this.#reads;
    if (newReads < MIN_READS) return false;
    const blocks = blocksSoFar();
    const newBlocks = blocks - this.#blocks;
    this.#reads = reads;
    this.#blocks = blocks;
    return newBlocks >= newReads * BLOCKING_SHARE;
  }
}

/** 0 on Windows, which does not count blocked reads. */
function blocksSoFar(): number {
  return process.resourceUsage().voluntaryContextSwitches;
}
