import { z } from 'zod';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

const hash = z.custom<ContentHash>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
const entry = {
  directory: z.custom<AbsPath>((value) => typeof value === 'string'),
  // Neither the directory itself nor the one above.
  name: z.string().regex(/^(?!\.{1,2}$)[^/\0]+$/),
};
/** The name of a file beside the entry. */
const aside = z.string().regex(/^\.[^/\0]+\.troupe-[^/\0]+$/);
/** The name of the staged new content, and its hash. */
const coming = { staged: aside, newHash: hash };

/** One change to one directory entry. Plain data, because it is stored in a journal. */
export const stepSchema = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('make directory') }),
  z.object({ ...entry, kind: z.literal('create'), ...coming }),
  // `kept`: the name of the backup, until all steps are done.
  z.object({ ...entry, kind: z.literal('replace'), ...coming, kept: aside, oldHash: hash }),
  z.object({
    ...entry,
    kind: z.literal('remove'),
    kept: aside,
    // Missing for an entry that is not a file.
    oldHash: hash.exactOptional(),
    // Whether the entry is a directory that must be empty.
    isEmpty: z.boolean().exactOptional(),
  }),
]);

export type Step = Readonly<z.output<typeof stepSchema>>;

/** The path of the entry that a step changes. */
export function pathOfStep({ directory, name }: Step): AbsPath {
  return `${directory}/${name}` as AbsPath;
}
