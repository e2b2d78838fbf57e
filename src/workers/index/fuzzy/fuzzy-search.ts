import { allocateBitSet, type BitSet, hasBit } from '../../collections/bit-set.js';
import { halfMask } from '../../names/fold.js';
import { distinctNames } from './distinct-names.js';
import { entriesNamed } from '../segment/postings.js';
import { FuzzyPattern } from './fuzzy-pattern.js';
import { maxPointsInName, nameStartBonus, NO_MATCH, typoPoints } from './fuzzy-points.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { matchTypo, mayHaveTypo, findSimilarNames, TypoMatch } from './fuzzy-typo.js';
import type { Layer } from '../store/layer.js';
import { nextFileWithMask, nextNameWithMask } from './next-with-mask.js';
import { lowerBound, ranksWithPrefix, wordsWithPrefix } from '../../names/rank-range.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';
import { TopIds } from '../../collections/top-ids.js';
import { WorkBudget } from './work-budget.js';

// A file used just now ranks as if one and a half more characters matched.
const JUST_USED = 24;
// So many files found by a word of their name fill any list with good hits; later passes find the others.
const MAX_SEEDS = 1000;
// Files of one directory scored before the search yields.
const FILES_AT_ONCE = 4096;

/** A layer as it was when the search began. */
export interface SearchedLayer {
  readonly layer: Layer;
  /** The id of its first entry, which a change may shift. */
  readonly offset: number;
  /** Its tombstones: the merge of a scan gives the layer others, and all other changes add to these. */
  readonly tombstones: BitSet;
}

/** What a fuzzy search needs besides its terms. Ids are relative to the layers' offsets when the search began. */
export interface FuzzyOptions {
  readonly limit: number;
  /** How recently a file was used, from 0 to 1, by id. */
  readonly weights: ReadonlyMap<number, number>;
  /** Ids of entries to skip. */
  readonly except: ReadonlySet<number>;
  /** The lowest score of a hit. Default: any score. */
  readonly minScore?: number;
  /** Whether a name may match the only term with one wrong character, when there is no better match. */
  readonly allowsTypo: boolean;
  /** When it is used up, the search ends with the best hits found so far. */
  readonly budget: WorkBudget;
}

/** A file found by a fuzzy search. */
export interface FuzzyHit {
  /** Relative to its layer's offset when the search began. */
  readonly id: number;
  readonly score: number;
  readonly layer: Layer;
  readonly number: number;
}

/** The best hits of an index for a fuzzy pattern, best first. */
export interface FuzzyHits {
  readonly hits: readonly FuzzyHit[];
  /** Whether there are, or may be, more hits. */
  readonly hasMore: boolean;
}

const NO_TOMBSTONES = allocateBitSet(0);
const NO_OPTIONS: FuzzyOptions = {
  limit: 0,
  weights: new Map(),
  except: new Set(),
  allowsTypo: false,
  budget: new WorkBudget(0),
};

/**
 * Finds the files whose path has every term as a case-insensitive subsequence; a `/` in a term matches a `/` of the
 * path. A file whose name has the only term with one wrong character is found when there is no better match.
 * Ranked by: names that start with the only term; starts of words, humps and path segments, runs; in the name rather
 * than in a directory; the typed case; recently used; short paths, and above all short names.
 * Likely good hits are scored first. Then masks and upper bounds skip what cannot score better, mostly whole
 * directories.
 * One instance serves successive searches of any index, and reuses its memory. Source: SPEC W9.
 */
export class FuzzySearch {
  readonly #pattern = new FuzzyPattern();
  // By rank: whether all files of the name have been scored.
  #isDone = new Uint8Array(0);
  // By directory: a mask of characters that the names of files below it must have.
  #needs = new Int32Array(0);
  #terms: readonly FuzzyTerm[] = [];
  #options = NO_OPTIONS;
  #top = new TopIds(0);
  // The offset and the tombstones of the current layer when the search began.
  #offset = 0;
  #tombstones: BitSet = NO_TOMBSTONES;

  /** The index may change while the generator is suspended: hits refer to the given layers as they were when scored. */
  *find(
    places: readonly SearchedLayer[],
    terms: readonly FuzzyTerm[],
    options: FuzzyOptions,
  ): Cooperative<FuzzyHits> {
    this.#terms = terms;
    this.#options = options;
    // One more than asked for shows whether there are more.
    this.#top = new TopIds(options.limit + 1, options.minScore);
    try {
      if (options.weights.size > 0) for (const place of places) this.#addRecent(this.#begin(place));
      for (const place of places) yield* this.#addLayer(this.#begin(place));
      if (options.allowsTypo && terms.length === 1) yield* this.#addTypos(places, terms[0]!);
    } finally {
      this.#pattern.end();
      this.#options = NO_OPTIONS;
      this.#tombstones = NO_TOMBSTONES;
    }
    const all = this.#top.sorted();
    return {
      hits: all.slice(0, options.limit).map(({ id, score }) => {
        const { layer, offset } = places.findLast((place) => place.offset <= id)!;
        return { id, score, layer, number: id - offset };
      }),
      hasMore: options.budget.isSpent || all.length > options.limit,
    };
  }

  #begin({ layer, offset, tombstones }: SearchedLayer): Layer {
    this.#offset = offset;
    this.#tombstones = tombstones;
    this.#pattern.begin(layer.segment, this.#terms);
    return layer;
  }

  #addRecent(layer: Layer): void {
    const { weights, except } = this.#options;
    for (const [id, weight] of weights) {
      const number = id - this.#offset;
      const isHere = number >= layer.directoryCount && number < layer.size;
      if (!isHere || except.has(id) || hasBit(this.#tombstones, number)) continue;
      const directory = layer.parentOf(number);
      const name = layer.rankOf(number);
      const points = this.#pattern.points(directory, name);
      if (points !== NO_MATCH) {
        this.#top.push(points + weight * JUST_USED + this.#pattern.extra(directory, name), id);
      }
    }
  }

  *#addLayer(layer: Layer): Cooperative<void> {
    const [term] = this.#terms;
    const isInNames = this.#terms.length === 1 && term!.directoryLength === 0;
    const isOneWord = isInNames && term!.isAscii;
    const count = layer.segment.nameMasks.length;
    this.#isDone = ensureCapacity(this.#isDone, count);
    this.#isDone.fill(0, 0, count);
    if (isOneWord) {
      yield* this.#addNamed(layer, term!);
      if (this.#top.worst > maxPointsInName(term!.length) + this.#pattern.maxCaseBonus) return;
      yield* this.#addWords(layer, term!);
    }
    if (isInNames) {
      yield* this.#addWhole(layer, term!);
      // No remaining name has all the letters of the term.
      if (isOneWord) this.#pattern.forgetCase();
      if (this.#top.worst > this.#pattern.only.maxWithDirectories + this.#pattern.maxCaseBonus) return;
    }
    yield* this.#addOthers(layer);
  }

  /** Adds the files whose name starts with the term. No directory can raise their score. */
  *#addNamed(layer: Layer, term: FuzzyTerm): Cooperative<void> {
    const { names } = layer.segment;
    const { from, to } = ranksWithPrefix(names, Uint8Array.from(term.points));
    this.#isDone.fill(1, from, to);
    const { budget } = this.#options;
    for (let name = from; name < to; name++) {
      if (budget.spend()) return;
      if (budget.isDue) yield budget.begin();
      const behind = names.starts[name]! + term.length;
      const bonus = nameStartBonus(behind === names.starts[name + 1] ? undefined : names.bytes[behind]);
      const score = maxPointsInName(term.length) + bonus;
      if (score + this.#pattern.maxExtra(0, name) < this.#top.worst) continue;
      this.#eachNamed(layer, name, (directory, file) => {
        this.#push(layer, directory, file, score);
      });
    }
  }

  /** Adds files whose name has a word that starts with the term. */
  *#addWords(layer: Layer, term: FuzzyTerm): Cooperative<void> {
    const { names, words } = layer.segment;
    const { budget } = this.#options;
    let seeds = 0;
    for (const place of wordsWithPrefix(names, words, Uint8Array.from(term.points))) {
      if (seeds >= MAX_SEEDS || budget.spend()) return;
      if (budget.isDue) yield budget.begin();
      const name = lowerBound(0, names.starts.length - 1, (rank) => names.starts[rank + 1]! > place);
      if (this.#isDone[name] === 1) continue;
      this.#isDone[name] = 1;
      this.#eachNamed(layer, name, (directory, file) => {
        seeds++;
        this.#add(layer, directory, file);
      });
    }
  }

  /** Adds the files whose name matches the whole term. */
  *#addWhole(layer: Layer, term: FuzzyTerm): Cooperative<void> {
    const { nameMasks } = layer.segment;
    const scorer = this.#pattern.only;
    const { budget } = this.#options;
    const most = scorer.maxWithDirectories;
    const need = term.restMasks[0]!;
    const end = nameMasks.length;
    for (
      let name = nextNameWithMask(nameMasks, need, 0, end);
      name < end;
      name = nextNameWithMask(nameMasks, need, name + 1, end)
    ) {
      if (this.#isDone[name] === 1) continue;
      if (budget.spend()) return;
      if (budget.isDue) yield budget.begin();
      // Names that start with the term score above every bound; the ASCII ones have been added already.
      const isBounded = term.isAscii && this.#top.worst > -Infinity;
      const bound = isBounded ? Math.max(scorer.boundWhole(name), most) : Infinity;
      const isHopeless = bound + this.#pattern.maxExtra(0, name) < this.#top.worst;
      if (!isHopeless && !scorer.matchesWhole(name)) continue;
      this.#isDone[name] = 1;
      if (isHopeless) continue;
      const score = scorer.scoreWhole(name);
      if (Math.max(score, most) + this.#pattern.maxExtra(0, name) < this.#top.worst) continue;
      this.#eachNamed(layer, name, (directory, file) => {
        // Otherwise some of the term may score higher in the directories.
        if (score >= most) this.#push(layer, directory, file, score);
        else this.#add(layer, directory, file);
      });
    }
  }

  #eachNamed(layer: Layer, name: number, visit: (directory: number, file: number) => void): void {
    const { numbers, from, to } = entriesNamed(layer.segment, name);
    for (let at = from; at < to; at++) {
      const number = numbers[at]!;
      if (!layer.isDirectory(number)) visit(layer.parentOf(number), number - layer.directoryCount);
    }
  }

  /** Adds all remaining files, directory by directory. */
  *#addOthers(layer: Layer): Cooperative<void> {
    const { directoryMasks, directoryNames, directoryParents, directoryEnds } = layer.segment;
    const { fileMasks, fileStarts } = layer.segment;
    const { places, masks } = distinctNames(layer.segment);
    const needs = (this.#needs = ensureCapacity(this.#needs, directoryNames.length));
    needs[0] = this.#pattern.need;
    const { budget } = this.#options;
    for (let directory = 0; directory < directoryNames.length && !budget.spend();) {
      if (budget.isDue) yield budget.begin();
      const below = directoryMasks[directory]!;
      const own = masks[places[directory]!]!;
      // Checks the parent's mask first: it is known already, and the directory's own name may not help.
      const needAbove = needs[directoryParents[directory]!]!;
      if ((needAbove & ~(below | own)) !== 0) {
        directory = directoryEnds[directory]!;
        continue;
      }
      const need = directory === 0 ? needAbove : this.#pattern.enter(directory, own);
      needs[directory] = need;
      if ((need & ~below) !== 0) {
        directory = directoryEnds[directory]!;
        continue;
      }
      const end = fileStarts[directory + 1]!;
      let file = nextFileWithMask(fileMasks, halfMask(need), fileStarts[directory]!, end);
      if (file < end && this.#pattern.canMatchBelow(directory)) {
        for (;;) {
          file = this.#addFiles(layer, directory, file, need);
          if (file >= end) break;
          yield budget.begin();
        }
      }
      directory++;
    }
  }

  /**
   * Adds the files of a directory from `first` on whose names have the characters of `leastNeed`. Returns where to
   * continue: the end of the directory, or an earlier file when there are many.
   */
  #addFiles(layer: Layer, directory: number, first: number, leastNeed: number): number {
    const { fileMasks, fileNames, fileStarts, nameMasks } = layer.segment;
    const { budget } = this.#options;
    const pattern = this.#pattern;
    const end = fileStarts[directory + 1]!;
    const stop = Math.min(end, first + FILES_AT_ONCE);
    let need = leastNeed;
    let isBounded = false;
    for (let file = first; file < stop; file = nextFileWithMask(fileMasks, halfMask(need), file + 1, end)) {
      const name = fileNames[file]!;
      const mask = nameMasks[name]!;
      if ((mask & need) !== need) continue;
      if (this.#isDone[name] === 1 || !pattern.mayMatch(directory, name)) continue;
      if (budget.spend()) return end;
      if (this.#top.worst > -Infinity) {
        if (!isBounded) {
          isBounded = true;
          if (pattern.boundDirectory(directory) < this.#top.worst) return end;
          need |= pattern.needToReach(directory, this.#top.worst);
          if ((mask & need) !== need) continue;
        }
        if (pattern.bound(directory, name) < this.#top.worst) continue;
      }
      this.#add(layer, directory, file);
    }
    return stop;
  }

  /** Adds files whose name has the term with one wrong character, when there is no better match. */
  *#addTypos(places: readonly SearchedLayer[], term: FuzzyTerm): Cooperative<void> {
    if (!mayHaveTypo(term) || this.#top.isFull) return;
    const found = this.#top.sorted();
    if (found[0] !== undefined && found[0].score >= typoPoints(term.length, false, true)) return;
    const known = new Set(found.map(({ id }) => id));
    for (const place of places) yield* this.#addTyposIn(this.#begin(place), term, known);
  }

  *#addTyposIn(layer: Layer, term: FuzzyTerm, known: ReadonlySet<number>): Cooperative<void> {
    const { segment } = layer;
    const { budget } = this.#options;
    const first = this.#offset + layer.directoryCount;
    for (const name of findSimilarNames(segment, term)) {
      if (budget.spend()) return;
      if (budget.isDue) yield budget.begin();
      const match = matchTypo(segment.names, name, term);
      if (match === TypoMatch.none) continue;
      const score = typoPoints(term.length, match === TypoMatch.inside, match === TypoMatch.stem);
      this.#eachNamed(layer, name, (directory, file) => {
        if (!known.has(first + file)) this.#push(layer, directory, file, score);
      });
    }
  }

  #add(layer: Layer, directory: number, file: number): void {
    const points = this.#pattern.points(directory, layer.segment.fileNames[file]!);
    if (points !== NO_MATCH) this.#push(layer, directory, file, points);
  }

  #push(layer: Layer, directory: number, file: number, points: number): void {
    const score = points + this.#pattern.extra(directory, layer.segment.fileNames[file]!);
    if (score < this.#top.worst) return;
    const number = layer.directoryCount + file;
    const id = this.#offset + number;
    const isPassedOver = this.#options.except.has(id) || this.#options.weights.has(id);
    if (!isPassedOver && !hasBit(this.#tombstones, number)) this.#top.push(score, id);
  }
}
