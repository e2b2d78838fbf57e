import { resolve } from 'node:path';
import type { TouchedPath } from '../../protocol/tool.js';
import { findProtection, type Protection, type ProtectedPlace } from './protected-places.js';

/** What the disk shows about the paths that a call touches. */
export interface PathInspection {
  /** Protected folders that their names do not show. */
  readonly places: readonly ProtectedPlace[];
  /** Protected places below folders that are deleted. Shape: absolute paths. */
  readonly contained: readonly string[];
  /** Folders that are deleted and hold too much to look at all of it. Shape: absolute paths. */
  readonly unread: readonly string[];
}

export const NOTHING_FOUND: PathInspection = { places: [], contained: [], unread: [] };

/** The protected places among the paths of a call. Source: SPEC T10. */
export interface TouchedProtection extends Protection {
  /** The path as the person sees it. */
  readonly shown: string;
}

/** A path of a call: as its preview tells it, or as its parameters name it. */
export type JudgedPath = Pick<TouchedPath, 'shown' | 'absolute'>;

/** Finds the protected places that a call would change. */
export function judgeTouched(
  touched: readonly JudgedPath[],
  roots: readonly string[],
  { places, contained, unread }: PathInspection = NOTHING_FOUND,
): readonly TouchedProtection[] {
  return [
    ...touched.flatMap(({ shown, absolute }) => {
      const protection = findProtection(resolve(absolute), roots, places);
      return protection === undefined ? [] : [{ ...protection, shown }];
    }),
    // What is deleted cannot make anything run: such a folder is asked about, whatever is in it.
    ...contained.map((shown) => ({
      ...(findProtection(shown, roots, places) ?? { what: IN_BARE_REPOSITORY }),
      shown,
      isRefused: false,
    })),
    ...unread.map((shown) => ({ shown, what: UNREAD, isRefused: false })),
  ];
}

const IN_BARE_REPOSITORY = 'part of a git repository';
const UNREAD = 'a folder with more in it than could be looked at';
