import { z } from 'zod';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import type { EntryHash } from './entry-hash.js';

const hash = z.custom<EntryHash>(
  (value) => typeof value === 'string' && /^(?:(?:link|tree):)?[0-9a-f]{64}$/.test(value),
);
/** Read, write and execute, for owner, group and others. */
const mode = z.number().int().min(0).max(0o777);
const entry = {
  directory: z.custom<AbsPath>((value) => typeof value === 'string'),
  // Neither the directory itself nor the one above.
  name: z.string().regex(/^(?!\.{1,2}$)[^/\0]+$/),
};
/** The name of an entry beside the entry. */
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
    // Missing for an entry whose content is not checked.
    oldHash: hash.exactOptional(),
    // Whether the entry is a directory that must be empty.
    isEmpty: z.boolean().exactOptional(),
  }),
  // `isFirst`: a directory gets it before contents are staged in it; otherwise it is the last that happens to the entry.
  z.object({ ...entry, kind: z.literal('set mode'), mode, oldMode: mode, isFirst: z.boolean() }),
]);

export type ChangeStep = Readonly<z.output<typeof stepSchema>>;

/** The path of the entry that a step changes. */
export function pathOfStep({ directory, name }: ChangeStep): AbsPath {
  return `${directory}/${name}` as AbsPath;
}

/** Whether a step is performed while contents are still being staged, which may need it. */
export function isEarly(step: ChangeStep): boolean {
  return step.kind === 'make directory' || (step.kind === 'set mode' && step.isFirst);
}
