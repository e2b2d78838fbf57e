import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, momentsOf, openRestoreWorld, THREAD } from '../restore-world.js';

// Jumps between the moments of a thread, and says which before each jump. Dies before the step whose number it is given.
// Arguments: the folder of the world, the number of the step (0: never), and how many jumps.
const [base = '', dieAt = '', count = ''] = process.argv.slice(2);

let steps = -Infinity;
const world = openRestoreWorld(base, () => {
  if (String((steps += 1)) === dieAt) process.kill(process.pid, 'SIGKILL');
});
const thread = await world.engine.openThread(THREAD);
const moments = momentsOf(thread.entries);
writeSync(1, 'ready\n');
let last = -1;
for (let jump = 0; jump < Number(count); jump += 1) {
  const others = moments.filter((_, at) => at !== last);
  const target = others[Math.floor(Math.random() * others.length)]!;
  last = moments.indexOf(target);
  writeSync(1, 'between\n');
  // A person writes to a file that the jump is going to put back.
  if (Math.random() < 0.5) writeFileSync(join(world.root, 'a'), `by a person ${Math.random()}\n`.repeat(500));
  const before = contentsOf(world.root);
  writeSync(1, `${JSON.stringify({ to: target.id, before, entries: thread.entries.length })}\n`);
  steps = 0;
  await thread.jump(target.id, { scope: 'files', choices: 'restore' });
}
await world[Symbol.asyncDispose]();
writeSync(1, `done ${steps}\n`);
