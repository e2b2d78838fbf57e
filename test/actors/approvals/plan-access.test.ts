import { describe, expect, test } from 'vitest';
import { planAccess } from '../../../src/actors/approvals/plan-access.js';
import { askAbout, type Verdict } from '../../../src/actors/approvals/verdict.js';
import type { CommandGrants } from '../../../src/actors/protocol/shell.js';

const NO_USES = { usesNetwork: false, writesRepository: false };
const HARMLESS: Verdict = { kind: 'safe', world: 'looking', uses: NO_USES };
const COMMIT: Verdict = { kind: 'safe', world: 'working', uses: { ...NO_USES, writesRepository: true } };
const INSTALL: Verdict = { kind: 'safe', world: 'working', uses: { ...NO_USES, usesNetwork: true } };
const grants = (given: Partial<CommandGrants>): CommandGrants => ({
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
  ...given,
});
const working = (given: Partial<CommandGrants> = {}) => ({ kind: 'working', ...grants(given) });

describe('what a command may access', () => {
  test('is nothing but looking when it is harmless and wants nothing', () => {
    expect(planAccess(HARMLESS)).toEqual({ access: { kind: 'looking' }, reasons: [], isAskedAbout: false });
  });

  test('is the working world without a network when it is not known to be harmless', () => {
    expect(planAccess(askAbout('why'))).toEqual({ access: working(), reasons: [], isAskedAbout: false });
  });

  test.each([
    [grants({ hasNetwork: true }), working({ hasNetwork: true }), 'It runs with the network.'],
    [
      grants({ mayWriteRepository: true }),
      working({ mayWriteRepository: true }),
      'It may write to the git repository.',
    ],
    [
      grants({ reveals: ['TOKEN', '~/.npmrc'] }),
      working({ reveals: ['TOKEN', '~/.npmrc'] }),
      'It can read TOKEN, ~/.npmrc.',
    ],
  ])(
    'is asked about when the model asks for more, however harmless the line is: %j',
    (asked, access, reason) => {
      expect(planAccess(HARMLESS, asked)).toEqual({ access, reasons: [reason], isAskedAbout: true });
    },
  );

  test('includes the network of a line that a rule allows only after a question', () => {
    expect(planAccess(INSTALL)).toMatchObject({ access: working({ hasNetwork: true }), isAskedAbout: true });
    expect(planAccess(INSTALL, undefined, 'allow')).toMatchObject({
      access: working({ hasNetwork: true }),
      isAskedAbout: false,
    });
  });

  test('never includes the network when the settings turn it off', () => {
    expect(planAccess(INSTALL, grants({ hasNetwork: true }), 'never', 'network')).toEqual({
      access: working(),
      reasons: [],
      isAskedAbout: false,
    });
  });

  test('includes the repository without a question when a rule allows the line that writes to it', () => {
    expect(planAccess(COMMIT)).toMatchObject({
      access: working({ mayWriteRepository: true }),
      isAskedAbout: false,
    });
  });

  test('includes the network after a run that failed for want of it, so that the second one does not', () => {
    expect(planAccess(HARMLESS, undefined, 'ask', 'network')).toEqual({
      access: working({ hasNetwork: true }),
      reasons: ['It runs with the network.'],
      isAskedAbout: true,
    });
    expect(planAccess(HARMLESS, undefined, 'ask', 'write').access).toEqual(working());
  });
});
