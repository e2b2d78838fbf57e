import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangedBy, Ledger, LedgerChange } from '../../../src/actors/checkpoints/ledger.js';
import { planJump } from '../../../src/actors/checkpoints/plan-jump.js';
import { isSameVersion } from '../../../src/actors/checkpoints/same-version.js';
import type { FileVersion } from '../../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';

// Cases of each law. `TROUPE_TRAVEL_LAWS=10000` is the long run.
const RUNS = Number(process.env['TROUPE_TRAVEL_LAWS'] ?? 300);

type Steps = readonly {
  readonly path: AbsPath;
  readonly version: FileVersion | null;
  readonly by: ChangedBy | 'nobody';
}[];
type Disk = Map<AbsPath, FileVersion | null>;

const PATHS = ['/w/a', '/w/b', '/w/c'] as AbsPath[];
const version = fc.option(fc.nat(3).map((target): FileVersion => ({ kind: 'link', target: String(target) })));

const steps: fc.Arbitrary<Steps> = fc.array(
  fc.record({
    path: fc.constantFrom(...PATHS),
    version,
    by: fc.constantFrom<ChangedBy | 'nobody'>('call', 'call', 'interrupted', 'nobody'),
  }),
  { maxLength: 12 },
);

/** The ledger and the disk after some changes; those by nobody are not recorded. */
function play(all: Steps): { readonly ledger: Ledger; readonly disks: readonly Disk[] } {
  const changes: LedgerChange[] = [];
  const disks: Disk[] = [new Map(PATHS.map((path) => [path, null]))];
  for (const [index, { path, version: after, by }] of all.entries()) {
    const disk = disks[index]!;
    const before = disk.get(path) ?? null;
    disks.push(new Map(disk).set(path, after));
    if (by !== 'nobody' && !isSameVersion(before, after))
      changes.push({ seq: index, by, path, before, after });
  }
  return { ledger: { changes, checkpoints: [] }, disks };
}

test('without anybody else a jump leads to what was there, and the jump back to what is there now', () => {
  fc.assert(
    fc.property(steps, fc.nat(11), (all, at) => {
      const own = all.map((step) => ({ ...step, by: 'call' as const }));
      const { ledger, disks } = play(own);
      const to = Math.min(at, own.length - 1);
      const now = disks.at(-1)!;
      const { plan } = planJump(ledger, to, now);
      const gone: Disk = new Map(now);
      for (const { path, target, action } of plan.files) {
        expect(action).toMatch(/restore|same/);
        gone.set(path, target);
      }
      expect(gone).toEqual(disks[to + 1]);
      const seq = own.length;
      const back = plan.files
        .filter(({ action }) => action === 'restore')
        .map(({ path, now: before, target: after }) => ({ seq, by: 'jump' as const, path, before, after }));
      const { plan: forth } = planJump({ ...ledger, changes: [...ledger.changes, ...back] }, seq - 1, gone);
      for (const { path, target, action } of forth.files) {
        expect(action).toBe('restore');
        gone.set(path, target);
      }
      expect(gone).toEqual(now);
    }),
    { numRuns: RUNS },
  );
});

test('only paths that the thread changed occur, and a net change of another one is never undone unasked', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -1, max: 11 }), (all, to) => {
      const { ledger, disks } = play(all);
      const now = disks.at(-1)!;
      const { plan } = planJump(ledger, to, now);
      expect(planJump(ledger, to, now).plan).toEqual(plan);
      for (const { path, now: found, target, action, choices } of plan.files) {
        const own = ledger.changes.filter((change) => change.path === path && change.seq > to);
        expect(own).not.toEqual([]);
        const isWhole = own.every(({ after }, index) =>
          isSameVersion(after, index + 1 < own.length ? own[index + 1]!.before : found),
        );
        if (action === 'restore') expect(isWhole && isSameVersion(own[0]!.before, target)).toBe(true);
        if (!isWhole && action !== 'same') expect(action).toBe('conflict');
        expect(choices?.[0]).toBe(action === 'conflict' ? 'keep' : undefined);
      }
    }),
    { numRuns: RUNS },
  );
});
