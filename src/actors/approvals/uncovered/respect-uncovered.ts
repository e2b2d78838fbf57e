import type { UncoveredPath } from '../../protocol/file-version.js';
import { wayInside } from '../../runtime/paths/is-inside.js';
import type { CallDecision } from '../judge-call.js';

// Each is a mount of the command's file system, and more of them make its start slow.
const MAX_READ_ONLY = 100;
// As many as a person reads; the question names the largest ones.
const MAX_DESCRIBED = 3;

const WHY: Readonly<Record<UncoveredPath['reason'], string>> = {
  budget: 'it is more than is copied before a command',
  quota: 'the store of old versions is full',
  unreadable: 'it cannot be read',
  special: 'it is no file',
};

/** Whether the decision depends on what cannot be restored: the command may write to the workspace. */
export function mayChangeFiles(decision: CallDecision): boolean {
  return decision.kind !== 'deny' && decision.access !== undefined && decision.access.kind !== 'looking';
}

/**
 * The decision about a command, given what of the workspace could not be restored after it. A question says what that
 * is; a command that the mode lets run without one cannot write there. `undefined`: it is not known what could be.
 * Source: SPEC K4, K5.
 */
export function respectUncovered(
  decision: CallDecision,
  uncovered: readonly UncoveredPath[] | undefined,
  roots: readonly string[],
): CallDecision {
  if (!mayChangeFiles(decision) || uncovered?.length === 0) return decision;
  const reasons = uncovered === undefined ? [UNKNOWN] : describeUncovered(uncovered, roots);
  if (decision.kind === 'ask') return { ...decision, reasons: [...decision.reasons, ...reasons] };
  if (decision.kind === 'deny' || decision.isRestorable !== true) return decision;
  const { access } = decision;
  if (access?.kind !== 'working') return decision;
  if (uncovered === undefined || uncovered.length > MAX_READ_ONLY)
    return { kind: 'ask', reasons, remember: [], access };
  // A pipe or a device has no content that a write could destroy.
  const readOnly = uncovered.filter(({ reason }) => reason !== 'special').map(({ path }) => path);
  return readOnly.length === 0 ? decision : { ...decision, access: { ...access, readOnly } };
}

const UNKNOWN = 'Troupe could not find out which files can be restored after it.';

/** What could not be restored, as sentences: the largest by name, the rest by number. */
function describeUncovered(uncovered: readonly UncoveredPath[], roots: readonly string[]): readonly string[] {
  const sorted = [...uncovered].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  const rest = sorted.length - MAX_DESCRIBED;
  return [
    ...sorted.slice(0, MAX_DESCRIBED).map((place) => describePlace(place, roots)),
    ...(rest > 0 ? [`${rest} other ${rest === 1 ? 'place' : 'places'} could not be restored either.`] : []),
  ];
}

function describePlace({ path, reason, bytes, files }: UncoveredPath, roots: readonly string[]): string {
  const name = roots.map((root) => wayInside(root, path)).find(Boolean) ?? path;
  const number = files === undefined || files === 1 ? '' : ` in ${files.toLocaleString('en-US')} files`;
  const size = bytes === undefined ? '' : ` (${describeBytes(bytes)}${number})`;
  return `${name}${size} could not be restored afterwards: ${WHY[reason]}.`;
}

function describeBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power] ?? ''}`;
}
