import { test } from 'vitest';
import { LocksWorld } from './world/world.js';
import { JudgedShell } from './world/judged-shell.js';
import { createOpenSandbox } from './world/open-sandbox.js';
test('x', { timeout: 15000 }, async () => {
  const t = performance.now(); const lap = (s: string) => process.stdout.write(`${s} ${Math.round(performance.now() - t)}\n`);
  const world = await LocksWorld.make(); lap('made');
  const judged = new JudgedShell(world, createOpenSandbox(world)); lap('shell');
  for (const l of ['true', 'ls', 'touch pwned', "echo > /dev/tcp/127.0.0.1/@TCP@"]) {
    const r = await judged.run(world.fill(l), { kind: 'none' }); lap(`ran ${r.output}`);
    lap(JSON.stringify(await world.takeEffects(r.output)));
  }
  await judged[Symbol.asyncDispose](); await world[Symbol.asyncDispose](); lap('disposed');
});
