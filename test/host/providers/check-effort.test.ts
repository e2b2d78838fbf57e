import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import { EFFORTS, type ModelCapabilities } from '../../../src/actors/protocol/llm.js';
import { checkEffort, listEfforts } from '../../../src/host/providers/check-effort.js';
import { OFFLINE } from '../../../src/host/providers/offline.js';

test.each<[ModelCapabilities | undefined, readonly string[]]>([
  [undefined, EFFORTS],
  [{ tools: true }, EFFORTS],
  [{ reasoning: true, efforts: ['low', 'high'] }, ['low', 'high']],
  [{ reasoning: false }, []],
  [{ reasoning: false, efforts: ['low'] }, []],
])('of a model with %j the efforts are %j, and no other is accepted', (capabilities, efforts) => {
  expect(listEfforts(capabilities)).toEqual(efforts);
  for (const effort of EFFORTS) {
    const check = (): void => {
      checkEffort({ provider: 'p', model: 'm', effort }, capabilities);
    };
    if (efforts.includes(effort)) expect(check).not.toThrow();
    else expect(check).toThrow(SettingsError);
  }
  expect(() => {
    checkEffort({ provider: 'p', model: 'm' }, capabilities);
  }).not.toThrow();
});

test('the message names the efforts that the model takes', () => {
  const wanted = { provider: 'p', model: 'm', effort: 'max' } as const;
  expect(() => {
    checkEffort(wanted, { efforts: ['low', 'high'] });
  }).toThrow('p/m does not take the effort "max". It takes low, high.');
  expect(() => {
    checkEffort({ ...OFFLINE, effort: 'low' }, undefined);
  }).toThrow('offline/rules does not reason, so that there is no effort to choose: leave it out.');
});
