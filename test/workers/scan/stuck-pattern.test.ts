import { expect, it } from 'vitest';
import { AskTimeoutError } from '../../../src/actors/protocol/errors.js';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { GrepControl } from '../../../src/workers/scan/grep-control.js';
import { watchForStuckPattern } from '../../../src/workers/scan/stuck-pattern.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function watch() {
  const clock = new FakeClock();
  const control = new GrepControl(GrepControl.create(2));
  const pathAt = (chunk: number, file: number): RelPath => `file ${chunk * 16 + file}` as RelPath;
  const errors: AskTimeoutError[] = [];
  const callOff = watchForStuckPattern({ control, lanes: 2, pathAt, clock }, (error) => {
    errors.push(error);
  });
  return { clock, control, errors, callOff };
}

it('a pattern that is at the same text at two looks in a row is stuck, and the file is named', () => {
  const { clock, control, errors } = watch();
  control.enterFile(1, 1, 2);
  control.step(1);
  clock.advance(5000);
  expect(errors).toEqual([]);
  clock.advance(5000);
  expect(errors).toEqual([expect.any(AskTimeoutError)]);
  expect(errors[0]?.message).toContain('file 18');
  expect(clock.pending).toBe(0);
});

it('a pattern that gets on, or a lane that does something else, is not stuck', () => {
  const { clock, control, errors, callOff } = watch();
  control.step(0);
  for (let look = 0; look < 5; look++) {
    clock.advance(5000);
    // Ended, and begun again.
    control.step(0);
    control.step(0);
  }
  control.step(0);
  clock.advance(5000);
  clock.advance(5000);
  expect(errors).toEqual([]);
  callOff();
  expect(clock.pending).toBe(0);
});
