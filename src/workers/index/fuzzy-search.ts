import { halfMask } from '../names/fold.js';
import type { DirectoryLengths } from './directory-lengths.js';
import { distinctNames } from './distinct-names.js';
import { entriesNamed } from './entries-named.js';
import { mostInName, nameStartBonus, NO_MATCH, typoPoints, VERY_CASE } from './fuzzy-points.js';
import { FuzzyOrder } from './fuzzy-order.js';
import { FuzzyScorer } from './fuzzy-scorer.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { matchTypo, mayHaveTypo, namesLike, TypoMatch } from './fuzzy-typo.js';
import type { Layer } from './layer.js';
import { byteLength } from './name-points.js';
import { nextFileWith, nextNameWith } from './next-with-mask.js';
import { firstWhere, ranksWithPrefix, wordsWithPrefix } from './rank-range.js';
import { roomFor } from './room.js';
import { TopIds } from './top-ids.js';

// A file used just now ranks as if a character and a half more of it matched.
const JUST_USED = 24;
// Scores are whole: what is less than one point decides among equals. A byte of the name counts as four of its
// directories. No path that a system call takes is so long that this makes a point.
const LENGTH_COST = 1 / 16_384;
const NAME_WEIGHT = 4;
// So many files found by a word in their name fill any list with good ones; what is left out is found later.
const MAX_SEEDS = 1000;
// Few patterns have more words; each scorer may hold megabytes.
const MAX_KEPT_SCORERS = 2;
// What takes some 0.1 ms.
const WORK_UNTIL_CHECK = 1024;

/** What a fuzzy search needs beside its terms. */
export interface FuzzyOptions {
  readonly limit: number;
  /** How recently a file was used, from 0 to 1, by id. */
  readonly weights: ReadonlyMap<number, number>;
  /** Ids of entries that are passed over. */
  readonly except: ReadonlySet<number>;
  /** Whether a name may have the only term with one character wrong, when nothing better matches. */
  readonly forgivesTypo: boolean;
  /** Asked now and then; true ends the search with the best found so far. */
  readonly isTimeUp: () => boolean;
}

/** The best files of an index for a fuzzy pattern, best first. */
export interface FuzzyHits {
  readonly hits: readonly { readonly id: number; readonly score: number }[];
  /** Whether there are more, or may be. */
  readonly hasMore: boolean;
}

/**
 * Finds the files whose path has every term as a subsequence, case aside; a `/` in one matches a `/` of the path. A
 * file whose name has the only term with one character wrong is found when nothing better is.
 *
 * Ranked by: names that start with the only term; starts of words, humps and path segments, runs; in the name rather
 * than in a directory; the very case that was typed; recently used; short paths before long ones, names above all.
 *
 * The good ones are looked for first. Then masks and bounds pass over what cannot be better, mostly whole directories.
 * Used for one search after the other, of whatever indexes, it keeps its memory. Source: SPEC W9.
 */
export class FuzzySearch {
  readonly #lengths: DirectoryLengths;
  readonly #scorers: FuzzyScorer[] = [];
  readonly #order = new FuzzyOrder();
  // By rank: whether all files of the name were considered.
  #isDone = new Uint8Array(0);
  // By directory: what the names of files below it must have, as a mask.
  #needs = new Int32Array(0);
  #terms: readonly FuzzyTerm[] = [];
  #options: FuzzyOptions = {
    limit: 0,
    weights: new Map(),
    except: new Set(),
    forgivesTypo: false,
    isTimeUp: () => false,
  };
  #top = new TopIds(0);
  #work = 0;
  #isOver = false;
  // What the names that are left can gain by having the very case that was typed.
  #mostForCase = 0;

  constructor(lengths: DirectoryLengths) {
    this.#lengths = lengths;
  }

  find(layers: readonly Layer[], terms: readonly FuzzyTerm[], options: FuzzyOptions): FuzzyHits {
    this.#terms = terms;
    this.#options = options;
    // One more than asked for tells whether there are more.
    this.#top = new TopIds(options.limit + 1);
    this.#work = 0;
    this.#isOver = false;
    while (this.#scorers.length < terms.length) this.#scorers.push(new FuzzyScorer());
    for (const layer of layers) this.#addRecent(layer);
    for (const layer of layers) this.#addLayer(layer);
    if (options.forgivesTypo && terms.length === 1) this.#addTypos(layers, terms[0]!);
    for (const scorer of this.#scorers) scorer.end();
    this.#order.end();
    if (this.#scorers.length > MAX_KEPT_SCORERS) this.#scorers.length = MAX_KEPT_SCORERS;
    const all = this.#top.sorted();
    return { hits: all.slice(0, options.limit), hasMore: this.#isOver || all.length > options.limit };
  }

  #begin({ segment }: Layer): void {
    this.#mostForCase = VERY_CASE * this.#terms.filter(({ typed }) => typed.length > 0).length;
    this.#order.begin(segment, this.#terms);
    for (const [index, term] of this.#terms.entries()) {
      this.#scorers[index]!.begin(segment, term, this.#terms.length === 1);
    }
  }

  #addRecent(layer: Layer): void {
    const { weights, except } = this.#options;
    if (weights.size === 0) return;
    this.#begin(layer);
    for (const [id, weight] of weights) {
      const number = id - layer.offset;
      const isHere = number >= layer.directoryCount && number < layer.size;
      if (!isHere || except.has(id) || !layer.isLive(number)) continue;
      const directory = layer.parentOf(number);
      const name = layer.rankOf(number);
      const score = this.#score(directory, name);
      if (score !== NO_MATCH) {
        this.#top.push(score + weight * JUST_USED + this.#extra(layer, directory, name), id);
      }
    }
  }

  #addLayer(layer: Layer): void {
    this.#begin(layer);
    const [term] = this.#terms;
    const isInNames = this.#terms.length === 1 && term!.directoryLength === 0;
    const isOneWord = isInNames && term!.isAscii;
    const count = layer.segment.nameMasks.length;
    this.#isDone = roomFor(this.#isDone, count);
    this.#isDone.fill(0, 0, count);
    if (isOneWord) {
      this.#addNamed(layer, term!);
      if (this.#top.worst > mostInName(term!.length) + this.#mostForCase) return;
      this.#addWords(layer, term!);
    }
    if (isInNames) {
      this.#addWhole(layer, term!);
      // What is left has not even all of its letters.
      if (isOneWord) this.#mostForCase = 0;
      if (this.#top.worst > this.#scorers[0]!.mostWithDirectories + this.#mostForCase) return;
    }
    this.#addOthers(layer);
  }

  /** Adds the files whose name starts with the term. No directory makes their score better. */
  #addNamed(layer: Layer, term: FuzzyTerm): void {
    const { names } = layer.segment;
    const { from, to } = ranksWithPrefix(names, Uint8Array.from(term.points));
    this.#isDone.fill(1, from, to);
    for (let name = from; name < to; name++) {
      const behind = names.starts[name]! + term.length;
      const bonus = nameStartBonus(behind === names.starts[name + 1] ? undefined : names.bytes[behind]);
      const score = mostInName(term.length) + bonus;
      if (score + this.#mostExtra(layer, 0, name) < this.#top.worst) continue;
      this.#eachNamed(layer, name, (directory, file) => {
        this.#push(layer, directory, file, score);
      });
    }
  }

  /** Adds files whose name has a word that starts with the term. */
  #addWords(layer: Layer, term: FuzzyTerm): void {
    const { names, words } = layer.segment;
    let seeds = 0;
    for (const place of wordsWithPrefix(names, words, Uint8Array.from(term.points))) {
      if (seeds >= MAX_SEEDS) break;
      const name = firstWhere(0, names.starts.length - 1, (rank) => names.starts[rank + 1]! > place);
      if (this.#isDone[name] === 1) continue;
      this.#isDone[name] = 1;
      this.#eachNamed(layer, name, (directory, file) => {
        seeds++;
        this.#add(layer, directory, file);
      });
    }
  }

  /** Adds the files whose name has all of the term. */
  #addWhole(layer: Layer, term: FuzzyTerm): void {
    const { nameMasks } = layer.segment;
    const scorer = this.#scorers[0]!;
    const most = scorer.mostWithDirectories;
    const need = term.restMasks[0]!;
    const end = nameMasks.length;
    for (
      let name = nextNameWith(nameMasks, need, 0, end);
      name < end;
      name = nextNameWith(nameMasks, need, name + 1, end)
    ) {
      if (this.#isDone[name] === 1) continue;
      if (this.#spend()) return;
      // Names that start with the term are worth more than any bound says; those in ASCII have been added before.
      const isBounded = term.isAscii && this.#top.isFull;
      const bound = isBounded ? Math.max(scorer.boundWhole(name), most) : Infinity;
      const isHopeless = bound + this.#mostExtra(layer, 0, name) < this.#top.worst;
      if (!isHopeless && !scorer.isWhole(name)) continue;
      this.#isDone[name] = 1;
      if (isHopeless) continue;
      const score = scorer.scoreWhole(name);
      if (Math.max(score, most) + this.#mostExtra(layer, 0, name) < this.#top.worst) continue;
      this.#eachNamed(layer, name, (directory, file) => {
        // Part of it may be worth more in the directories.
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

  /** Adds all files not done yet, directory by directory. */
  #addOthers(layer: Layer): void {
    const { directoryMasks, directoryNames, directoryParents, directoryEnds } = layer.segment;
    const { fileMasks, fileStarts } = layer.segment;
    const { places, masks } = distinctNames(layer.segment);
    const needs = (this.#needs = roomFor(this.#needs, directoryNames.length));
    needs[0] = this.#terms.reduce((need, term) => need | term.restMasks[0]!, 0);
    for (let directory = 0; directory < directoryNames.length && !this.#spend();) {
      const below = directoryMasks[directory]!;
      const own = masks[places[directory]!]!;
      // First by what the directory above leaves to do: that is known, and its own name may not help.
      const needAbove = needs[directoryParents[directory]!]!;
      if ((needAbove & ~(below | own)) !== 0) {
        directory = directoryEnds[directory]!;
        continue;
      }
      const need = directory === 0 ? needAbove : this.#enter(directory, own);
      needs[directory] = need;
      if ((need & ~below) !== 0) {
        directory = directoryEnds[directory]!;
        continue;
      }
      const end = fileStarts[directory + 1]!;
      const first = nextFileWith(fileMasks, halfMask(need), fileStarts[directory]!, end);
      if (first < end && this.#isEnough(directory)) this.#addFiles(layer, directory, first, need);
      directory++;
    }
  }

  /** Adds the files of a directory from `first` on whose names have what `leastNeed` asks for. */
  #addFiles(layer: Layer, directory: number, first: number, leastNeed: number): void {
    const { fileMasks, fileNames, fileStarts, nameMasks } = layer.segment;
    const end = fileStarts[directory + 1]!;
    let need = leastNeed;
    let isBounded = false;
    for (let file = first; file < end; file = nextFileWith(fileMasks, halfMask(need), file + 1, end)) {
      const name = fileNames[file]!;
      const mask = nameMasks[name]!;
      if ((mask & need) !== need) continue;
      if (this.#isDone[name] === 1 || !this.#isPossible(directory, name)) continue;
      if (this.#spend()) return;
      if (this.#top.isFull) {
        if (!isBounded) {
          isBounded = true;
          if (this.#boundDirectory(layer, directory) < this.#top.worst) return;
          need |= this.#needToReach(layer, directory);
          if ((mask & need) !== need) continue;
        }
        if (this.#bound(layer, directory, name) < this.#top.worst) continue;
      }
      this.#add(layer, directory, file);
    }
  }

  /** Adds files whose name has the term with one character wrong, when nothing better matches. */
  #addTypos(layers: readonly Layer[], term: FuzzyTerm): void {
    if (!mayHaveTypo(term) || this.#top.isFull || this.#isOver) return;
    const found = this.#top.sorted();
    if (found[0] !== undefined && found[0].score >= typoPoints(term.length, false, true)) return;
    const known = new Set(found.map(({ id }) => id));
    for (const layer of layers) this.#addTyposIn(layer, term, known);
  }

  #addTyposIn(layer: Layer, term: FuzzyTerm, known: ReadonlySet<number>): void {
    const { segment } = layer;
    for (const name of namesLike(segment, term)) {
      if (this.#spend()) return;
      const match = matchTypo(segment.names, name, term);
      if (match === TypoMatch.none) continue;
      const score = typoPoints(term.length, match === TypoMatch.inside, match === TypoMatch.stem);
      this.#eachNamed(layer, name, (directory, file) => {
        if (!known.has(layer.offset + layer.directoryCount + file)) this.#push(layer, directory, file, score);
      });
    }
  }

  /** What the names of files below a directory must have, as a mask. */
  #enter(directory: number, own: number): number {
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++)
      need |= this.#scorers[index]!.enter(directory, own);
    return need;
  }

  #isEnough(directory: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.isEnough(directory)) return false;
    }
    return true;
  }

  #isPossible(directory: number, name: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.isPossible(directory, name)) return false;
    }
    return true;
  }

  #boundDirectory({ segment }: Layer, directory: number): number {
    let bound = this.#mostForCase + this.#order.most(directory);
    bound -= this.#lengths.of(segment)[directory]! * LENGTH_COST;
    for (let index = 0; index < this.#terms.length; index++) {
      bound += this.#scorers[index]!.boundDirectory(directory);
    }
    return bound;
  }

  /** What the names of files in a directory must have, as a mask, to be as good as the worst found. */
  #needToReach(layer: Layer, directory: number): number {
    const spare = this.#boundDirectory(layer, directory) - this.#top.worst;
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const scorer = this.#scorers[index]!;
      need |= scorer.needToReach(directory, scorer.boundDirectory(directory) - spare);
    }
    return need;
  }

  #bound(layer: Layer, directory: number, name: number): number {
    let bound = this.#mostExtra(layer, directory, name);
    for (let index = 0; index < this.#terms.length; index++)
      bound += this.#scorers[index]!.bound(directory, name);
    return bound;
  }

  #score(directory: number, name: number): number {
    let score = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const part = this.#scorers[index]!.score(directory, name);
      if (part === NO_MATCH) return NO_MATCH;
      score += part;
    }
    return score;
  }

  #add(layer: Layer, directory: number, file: number): void {
    const score = this.#score(directory, layer.segment.fileNames[file]!);
    if (score !== NO_MATCH) this.#push(layer, directory, file, score);
  }

  #push(layer: Layer, directory: number, file: number, points: number): void {
    const score = points + this.#extra(layer, directory, layer.segment.fileNames[file]!);
    if (score < this.#top.worst) return;
    const number = layer.directoryCount + file;
    const id = layer.offset + number;
    const isPassedOver = this.#options.except.has(id) || this.#options.weights.has(id);
    if (!isPassedOver && layer.isLive(number)) this.#top.push(score, id);
  }

  /** What a file gains by the case of its name, less what its length costs. */
  #extra(layer: Layer, directory: number, name: number): number {
    let extra = this.#order.bonus(directory, name) - this.#lengthCost(layer, directory, name);
    if (this.#mostForCase === 0) return extra;
    for (const term of this.#terms) if (term.hasTyped(layer.segment.names, name)) extra += VERY_CASE;
    return extra;
  }

  /** The most that `#extra` can be. */
  #mostExtra(layer: Layer, directory: number, name: number): number {
    const most = this.#mostForCase + this.#order.bonus(directory, name);
    return most - this.#lengthCost(layer, directory, name);
  }

  #lengthCost({ segment }: Layer, directory: number, name: number): number {
    return (
      (this.#lengths.of(segment)[directory]! + NAME_WEIGHT * byteLength(segment.names, name)) * LENGTH_COST
    );
  }

  /** Whether the search is over because the time is up. */
  #spend(): boolean {
    if (++this.#work % WORK_UNTIL_CHECK === 0 && this.#options.isTimeUp()) this.#isOver = true;
    return this.#isOver;
  }
}
