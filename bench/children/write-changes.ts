/** Writes files at a rate, as another program does, and answers when it began to write each. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { replyAndExit } from '../reply-and-exit.js';
import { sharedClockMs } from '../shared-clock.js';

/** What is to be written. Units: files a second. */
interface Order {
  readonly files: readonly string[];
  readonly rate: number;
}

process.once('message', (order: Order) => {
  void write(order);
});

async function write({ files, rate }: Order): Promise<void> {
  const writtenMs: number[] = [];
  const startMs = sharedClockMs();
  for (const [at, file] of files.entries()) {
    const dueMs = startMs + (at * 1000) / rate;
    // A timer is a millisecond coarse: at high rates several files follow one another.
    if (dueMs > sharedClockMs()) await sleep(dueMs - sharedClockMs());
    // Who watches may hear of a file before the one who writes it has been told that it is there.
    writtenMs.push(sharedClockMs());
    writeFileSync(file, 'x');
  }
  replyAndExit({ writtenMs });
}
