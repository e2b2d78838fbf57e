import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { plan } from '../../src/machines/plan.js';
import { react } from '../../src/machines/react.js';
import { toolCall } from '../../src/machines/tool-call.js';
import { drawMachine } from './draw-machine.js';

const FOLDER = join(import.meta.dirname, '../../docs/machines');

// `npx vitest run test/machines/pictures.test.ts -u` draws them anew.
test.each<readonly [string, string, AnyStateMachine]>([
  ['react', 'A turn', react],
  ['tool-call', 'A tool call', toolCall],
  ['plan', 'A plan', plan],
])('docs/machines/%s.md shows the machine as it is', async (name, title, machine) => {
  const picture = [`# ${title}`, '', '```mermaid', drawMachine(machine).trimEnd(), '```', ''].join('\n');
  await expect(picture).toMatchFileSnapshot(join(FOLDER, `${name}.md`));
});
