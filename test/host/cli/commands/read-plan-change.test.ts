import { describe, expect, test } from 'vitest';
import type { PlanView } from '../../../../src/actors/protocol/plans/plan-view.js';
import {
  changePlan,
  findStep,
  readPlanCommand,
  writeStep,
} from '../../../../src/host/cli/commands/read-plan-change.js';

const step = (id: number, status: PlanView['steps'][number]['status'] = 'pending') => ({
  id,
  description: `Do ${id}`,
  expectedOutcome: `${id} is there`,
  status,
});

const plan: PlanView = {
  id: 'e1' as PlanView['id'],
  goal: 'All of it',
  steps: [step(1, 'completed'), step(2), step(3), step(4)],
  status: 'executing',
  by: 'model',
  digest: '',
  createdAt: 0,
  updatedAt: 0,
};

describe('what a person types about a plan', () => {
  test.each([
    ['', { kind: 'show' }],
    [' y ', { kind: 'approve' }],
    ['y clear', { kind: 'approve', isClear: true }],
    ['go', { kind: 'go' }],
    ['retry', { kind: 'go' }],
    ['skip', { kind: 'skip' }],
    ['abort', { kind: 'abort' }],
    ['c Less of it, please', { kind: 'comment', text: 'Less of it, please' }],
    ['e 3', { kind: 'propose', number: 3 }],
    [
      'e 3 Do it | It is there',
      { kind: 'change', change: { kind: 'edit', number: 3, text: 'Do it | It is there' } },
    ],
    ['d 2', { kind: 'change', change: { kind: 'drop', number: 2 } }],
    ['m 4 2', { kind: 'change', change: { kind: 'move', number: 4, to: 2 } }],
    ['a Say so | It was said', { kind: 'change', change: { kind: 'add', text: 'Say so | It was said' } }],
  ])('%j is %j', (typed, command) => {
    expect(readPlanCommand(typed)).toEqual(command);
  });

  test.each([
    'Yes, but first read the tests',
    'y and then some',
    'explain 3',
    'd',
    'd 2 3',
    'd two',
    'm 4',
    'e three',
    'c',
    'toString',
    'd 1234',
  ])('%j is a message', (typed) => {
    expect(readPlanCommand(typed)).toBeUndefined();
  });
});

describe('a change of a plan', () => {
  const idsOf = (typed: string) => {
    const command = readPlanCommand(typed);
    if (command?.kind !== 'change') throw new Error(`${typed} is no change.`);
    return changePlan(plan, command.change).steps;
  };

  test('leaves out what is finished, and counts it', () => {
    expect(idsOf('d 3').map(({ id }) => id)).toEqual([2, 4]);
    expect(idsOf('m 4 2').map(({ id }) => id)).toEqual([4, 2, 3]);
    expect(idsOf('m 2 4').map(({ id }) => id)).toEqual([3, 4, 2]);
    expect(idsOf('a Say so | It was said').at(-1)).toEqual({
      description: 'Say so',
      expectedOutcome: 'It was said',
    });
  });

  test('of a text keeps the outcome unless that is written as well', () => {
    expect(idsOf('e 3 Do else')[1]).toEqual({ id: 3, description: 'Do else', expectedOutcome: '3 is there' });
    expect(idsOf('e 3 Do else | Else')[1]).toEqual({
      id: 3,
      description: 'Do else',
      expectedOutcome: 'Else',
    });
    const [, second] = plan.steps;
    if (second !== undefined)
      expect(idsOf(`e 2 ${writeStep(second)}`)[0]).toEqual({
        id: 2,
        description: 'Do 2',
        expectedOutcome: '2 is there',
      });
  });

  test.each([
    ['d 1', 'Step 1 is completed: it stays as it was.'],
    ['d 9', 'The plan has no step 9: it has 4.'],
    ['m 2 1', 'A step can be moved to the places 2 to 4, got 1.'],
    ['m 2 5', 'A step can be moved to the places 2 to 4, got 5.'],
    ['a Say so', 'Say what is expected of the step as well: a DESCRIPTION | OUTCOME'],
  ])('%s says what is wrong', (typed, message) => {
    expect(() => idsOf(typed)).toThrow(message);
  });

  test('of a step that is there begins with its text', () => {
    expect(writeStep(findStep(plan, 2))).toBe('Do 2 | 2 is there');
  });
});
