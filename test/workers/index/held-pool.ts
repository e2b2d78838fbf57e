import { deferred } from '../../../src/actors/runtime/deferred.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import type { StatRequest } from '../../../src/workers/pool/run-stat.js';
import type { ScanPart } from '../../../src/workers/parts/scan-part.js';
import { statDirectories } from '../../../src/workers/walk/stat-directories.js';
import { scanAlone } from '../walk/scanned-tree.js';

/** Scan threads that read the disk when they are asked, and answer when a test says so. */
export class HeldPool {
  readonly scanned: string[] = [];
  #gate = Promise.resolve();
  #open = (): void => undefined;
  #asked = deferred<void>();

  async scan({ root, rules, under }: ScanRequest): Promise<ScanPart[]> {
    this.scanned.push(under);
    return this.#answer(scanAlone(root, rules, under));
  }

  async statDirectories(request: StatRequest): Promise<Float64Array<ArrayBuffer>> {
    return this.#answer(statDirectories(request));
  }

  /** Answers nothing from now on; resolves when somebody waits for an answer. */
  hold(): Promise<void> {
    const { promise, resolve } = deferred<void>();
    this.#gate = promise;
    this.#open = resolve;
    this.#asked = deferred();
    return this.#asked.promise;
  }

  release(): void {
    this.#open();
  }

  async #answer<T>(answer: T): Promise<T> {
    this.#asked.resolve();
    await this.#gate;
    return answer;
  }
}
