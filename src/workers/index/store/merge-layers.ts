import { EntryKindBit } from '../../parts/scan-part.js';
import { assembleSegment } from '../segment/assemble-segment.js';
import { hasBit } from '../../collections/bit-set.js';
import { ChildTable } from '../segment/child-table.js';
import { Layer } from './layer.js';
import { NameListBuilder } from '../../names/name-list-builder.js';
import { EntryFlag } from '../segment/segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

type Numbers = Uint32Array<ArrayBuffer>;

/**
 * A layer to merge, and the new numbers of its entries. Shape: by directory and by file, the number in the merged
 * layer; 0 for entries that are dropped.
 */
interface Source {
  readonly layer: Layer;
  /** The tombstones when the merge began. */
  readonly tombstones: Uint32Array<ArrayBuffer>;
  readonly directories: Numbers;
  readonly files: Numbers;
}

/**
 * Merges neighbouring layers into one that contains their live entries. The layers may change meanwhile: `finish`
 * applies those changes to the new layer, and must be called in the same step that replaces the old ones.
 * Cost: linear; some 0.5 us an entry.
 */
export function* mergeLayers(layers: readonly Layer[]): Cooperative<{ layer: Layer; finish: () => void }> {
  const sources = layers.map((layer): Source => ({
    layer,
    tombstones: layer.tombstones.slice(),
    directories: new Uint32Array(layer.directoryCount),
    files: new Uint32Array(layer.size - layer.directoryCount),
  }));
  const draft = new NameListBuilder();
  const isNeeded: Uint8Array[] = [];
  const numbers: Uint32Array[] = [];
  for (const source of sources) {
    const needed = yield* findNeeded(source);
    isNeeded.push(needed);
    numbers.push(yield* draft.addTable(source.layer.segment.names, yield* findUsedNames(source, needed)));
  }
  const { names, ranks: ranked } = yield* draft.rank();
  for (const ofSource of numbers) {
    yield* inSlices(ofSource.length, (from, to) => {
      for (let at = from; at < to; at++) ofSource[at] = ranked[ofSource[at]!]!;
    });
  }
  const directories = yield* joinDirectories(sources, isNeeded, numbers);
  const files = yield* joinFiles(sources, numbers);
  const { segment, directoryPlaces, filePlaces } = yield* assembleSegment({
    names,
    ...directories,
    ...files,
  });
  const layer = yield* Layer.of(segment);
  for (const source of sources) {
    yield* inSlices(source.directories.length, (from, to) => {
      for (let directory = from; directory < to; directory++) {
        source.directories[directory] = directoryPlaces[source.directories[directory]!]!;
      }
    });
    yield* inSlices(source.files.length, (from, to) => {
      for (let file = from; file < to; file++) {
        // Numbers were stored plus 1 so far, so that 0 means none.
        const draft = source.files[file]!;
        source.files[file] = draft === 0 ? 0 : layer.directoryCount + filePlaces[draft - 1]!;
      }
    });
  }
  return {
    layer,
    finish() {
      for (const source of sources) catchUp(layer, source);
    },
  };
}

/** The directories that are live or contain live entries; the root always. */
function* findNeeded({ layer, tombstones }: Source): Cooperative<Uint8Array> {
  const { directoryParents, fileStarts } = layer.segment;
  const count = layer.directoryCount;
  const isNeeded = new Uint8Array(count);
  isNeeded[0] = 1;
  yield* inSlices(count - 1, (from, to) => {
    for (let index = from; index < to; index++) {
      // Runs backwards, because a directory comes before everything in it.
      const directory = count - 1 - index;
      if (isNeeded[directory] === 0 && !hasBit(tombstones, directory)) isNeeded[directory] = 1;
      const end = count + fileStarts[directory + 1]!;
      for (let file = count + fileStarts[directory]!; isNeeded[directory] === 0 && file < end; file++) {
        if (!hasBit(tombstones, file)) isNeeded[directory] = 1;
      }
      if (isNeeded[directory] === 1) isNeeded[directoryParents[directory]!] = 1;
    }
  });
  return isNeeded;
}

function* findUsedNames({ layer, tombstones }: Source, isNeeded: Uint8Array): Cooperative<Uint8Array> {
  const { names, directoryNames, fileNames } = layer.segment;
  const isUsed = new Uint8Array(names.starts.length - 1);
  yield* inSlices(layer.directoryCount, (from, to) => {
    for (let directory = from; directory < to; directory++) {
      if (isNeeded[directory] === 1) isUsed[directoryNames[directory]!] = 1;
    }
  });
  yield* inSlices(fileNames.length, (from, to) => {
    for (let file = from; file < to; file++) {
      if (!hasBit(tombstones, layer.directoryCount + file)) isUsed[fileNames[file]!] = 1;
    }
  });
  return isUsed;
}

/** Merges the directories of all sources, each path once, and stores their new numbers in each source. */
function* joinDirectories(
  sources: readonly Source[],
  isNeeded: readonly Uint8Array[],
  ranks: readonly Uint32Array[],
): Cooperative<{
  directoryParents: Numbers;
  directoryNames: Numbers;
  directoryFlags: Uint8Array<ArrayBuffer>;
}> {
  const most = sources.reduce((sum, { layer }) => sum + layer.directoryCount, 0);
  const parents = new Uint32Array(most);
  const names = new Uint32Array(most);
  const flags = new Uint8Array(most);
  const table = new ChildTable(parents, names);
  // The root is number 0 from the start.
  let count = 1;
  flags[0] = EntryKindBit.directory | EntryFlag.ancestorPlaceholder;
  for (const [index, { layer, tombstones, directories }] of sources.entries()) {
    const { directoryParents, directoryNames, directoryFlags } = layer.segment;
    yield* inSlices(layer.directoryCount, (from, to) => {
      for (let directory = from; directory < to; directory++) {
        if (isNeeded[index]![directory] === 0) continue;
        let number = 0;
        if (directory > 0) {
          const parent = directories[directoryParents[directory]!]!;
          const name = ranks[index]![directoryNames[directory]!]!;
          number = index === 0 ? -1 : table.find(parent, name);
          if (number === -1) {
            number = count++;
            parents[number] = parent;
            names[number] = name;
            flags[number] = EntryKindBit.directory | EntryFlag.ancestorPlaceholder;
            table.add(number);
          }
          directories[directory] = number;
        }
        if (hasBit(tombstones, directory)) continue;
        const partial = layer.isPartial(directory) ? EntryFlag.partial : 0;
        flags[number] =
          (directoryFlags[directory]! & ~(EntryFlag.partial | EntryFlag.ancestorPlaceholder)) | partial;
      }
    });
  }
  return {
    directoryParents: parents.slice(0, count),
    directoryNames: names.slice(0, count),
    directoryFlags: flags.slice(0, count),
  };
}

/** Merges the live files of all sources, and stores their new numbers, plus 1, in each source. */
function* joinFiles(
  sources: readonly Source[],
  ranks: readonly Uint32Array[],
): Cooperative<{ fileDirectories: Numbers; fileNames: Numbers; fileFlags: Uint8Array<ArrayBuffer> }> {
  const most = sources.reduce((sum, { files }) => sum + files.length, 0);
  const fileDirectories = new Uint32Array(most);
  const fileNames = new Uint32Array(most);
  const fileFlags = new Uint8Array(most);
  let count = 0;
  for (const [index, { layer, tombstones, directories, files }] of sources.entries()) {
    const { fileStarts, fileNames: names, fileFlags: flags } = layer.segment;
    let directory = 0;
    yield* inSlices(files.length, (from, to) => {
      for (let file = from; file < to; file++) {
        if (hasBit(tombstones, layer.directoryCount + file)) continue;
        while (fileStarts[directory + 1]! <= file) directory++;
        fileDirectories[count] = directories[directory]!;
        fileNames[count] = ranks[index]![names[file]!]!;
        fileFlags[count] = flags[file]!;
        files[file] = ++count;
      }
    });
  }
  return {
    fileDirectories: fileDirectories.slice(0, count),
    fileNames: fileNames.slice(0, count),
    fileFlags: fileFlags.slice(0, count),
  };
}

/** Applies to a merged layer the changes of a source since the merge began. */
function catchUp(merged: Layer, { layer, tombstones, directories, files }: Source): void {
  const numberOf = (number: number): number =>
    layer.isDirectory(number) ? directories[number]! : files[number - layer.directoryCount]!;
  for (let element = 0; element < tombstones.length; element++) {
    for (let died = layer.tombstones[element]! & ~tombstones[element]!; died !== 0; died &= died - 1) {
      merged.markDeleted(numberOf((element << 5) + 31 - Math.clz32(died & -died)));
    }
  }
  for (let directory = 0; directory < layer.directoryCount; directory++) {
    if (!layer.isLive(directory)) continue;
    merged.setPartial(directories[directory]!, layer.isPartial(directory));
    merged.stamps[directories[directory]!] = layer.stamps[directory]!;
  }
  for (const [number, mtimeMs] of layer.mtimes) {
    if (layer.isLive(number)) merged.mtimes.set(numberOf(number), mtimeMs);
  }
}
