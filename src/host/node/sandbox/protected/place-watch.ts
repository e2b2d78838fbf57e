import { findProtection } from '../../../../actors/approvals/protected/protected-places.js';
import { Breaks } from '../../../../actors/runtime/slices.js';
import type { FoundPlaces } from './find-protected-places.js';
import { readIdentity, stampPlace } from './place-files.js';

// More sentences than these would hide the rest of the result; the others are counted.
const MAX_NOTES = 8;

interface PlaceWatchOptions {
  readonly roots: readonly string[];
  /** Places that the command cannot write to. They are looked at only if another one has taken their place. */
  readonly locked: readonly string[];
}

/** The files of protected places at one time. Shape: by the path of the place. */
type Snapshot = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Notices which protected places a command made or changed. They are reported and left as they are: a command may make
 * them because somebody wants it to. Source: SPEC T10.
 */
export class PlaceWatch {
  readonly #roots: readonly string[];
  /** Shape: the identity by path. */
  readonly #locked: ReadonlyMap<string, string>;
  #before: Snapshot = new Map();
  #gap: string | undefined;

  private constructor(roots: readonly string[], locked: ReadonlyMap<string, string>) {
    this.#roots = roots;
    this.#locked = locked;
  }

  /** Keeps the state of the places that were found, with which `report` compares. */
  static async start({ roots, locked }: PlaceWatchOptions, found: FoundPlaces): Promise<PlaceWatch> {
    const watch = new PlaceWatch(roots, new Map(locked.map((path) => [path, readIdentity(path)])));
    await watch.#look(found);
    return watch;
  }

  /** Compares the places with those of the last look. Shape: a sentence for each one that was made or changed. */
  async report(found: FoundPlaces): Promise<readonly string[]> {
    const [before, gap] = [this.#before, this.#gap];
    await this.#look(found);
    const notes = [...this.#before].flatMap(([place, files]) => {
      const old = before.get(place);
      // Places that were left out before are not new because they are found now.
      if (old === undefined && gap !== undefined) return [];
      const changed = [...files].filter(([path, stamp]) => old?.get(path) !== stamp).map(([path]) => path);
      return changed.length === 0 ? [] : [this.#describe(place, changed, old)];
    });
    const more = notes.length - MAX_NOTES;
    return [
      ...notes.slice(0, MAX_NOTES),
      ...(more > 0 ? [`It made or changed ${more} more protected places.`] : []),
      ...(this.#gap === undefined
        ? []
        : [`New protected places may have been overlooked, because ${this.#gap}.`]),
    ];
  }

  async #look({ places, gap }: FoundPlaces): Promise<void> {
    this.#gap = gap;
    const snapshot = new Map<string, ReadonlyMap<string, string>>();
    // A file is looked at in 5 µs, without the detour over a thread that takes ten times as long.
    const breaks = new Breaks();
    for (const place of places) {
      if (breaks.isDue) await breaks.take();
      const identity = this.#locked.get(place);
      if (identity === undefined || identity !== readIdentity(place)) {
        snapshot.set(place, stampPlace(place, this.#roots));
      }
    }
    this.#before = snapshot;
  }

  #describe(place: string, changed: readonly string[], old: ReadonlyMap<string, string> | undefined): string {
    const isNew = changed.every((path) => old?.has(path) !== true);
    const [first = place] = changed;
    const others = changed.length - 1;
    const subject = others === 0 ? first : `${first} and ${others} more in ${place}`;
    const what = findProtection(place, this.#roots)?.what ?? 'protected';
    return `The command ${isNew ? 'made' : 'changed'} ${subject} (${what}): look at it before you open or run anything there.`;
  }
}
