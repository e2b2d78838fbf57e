import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, momentsOf, openRestoreWorld, THREAD } from '../restore-world.js';
import { createRandom } from '../../../bench/make-tree.js';

// Jumps between the moments of a thread, and says which before each jump. Dies before the step whose number it is given.
// Arguments: the folder of the world, the number of the step (0: never), how many jumps, and a seed.
const [base = '', dieAt = '', count = '', seed = ''] = process.argv.slice(2);

const random = createRandom(Number(seed));
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
  const target = random.pick(others);
  last = moments.indexOf(target);
  writeSync(1, 'between\n');
  // A person writes to a file that the jump is going to put back.
  if (random.chance(0.5))
    writeFileSync(join(world.root, 'a'), `by a person ${random.below(2 ** 31)}\n`.repeat(500));
  const before = contentsOf(world.root);
  writeSync(1, `${JSON.stringify({ to: target.id, before, entries: thread.entries.length })}\n`);
  steps = 0;
  await thread.jump(target.id, { scope: 'files', choices: 'restore' });
}
await world[Symbol.asyncDispose]();
writeSync(1, `done ${steps}\n`);
