// Opens pools of threads and closes each at another moment of its start. Argument: how many.
import { ScanPool } from '../../../src/workers/pool/pool.js';
import { pause } from '../../doubles/later.js';

// On a busy machine most threads are ready within that time. Units: milliseconds.
const LONGEST_MS = 250;

// Enough to keep two cores busy, which leaves each thread longer in each step of its start.
const AT_A_TIME = 8;

const entry = new URL('./scan.entry.mjs', import.meta.url);
const count = Number(process.argv[2]);
let opened = 0;
const work = async (): Promise<void> => {
  while (opened < count) {
    opened += 1;
    const closesAfterMs = (opened * 7) % LONGEST_MS;
    const pool = new ScanPool({ threads: 2, entry });
    await pause(closesAfterMs);
    await pool.close();
  }
};
await Promise.all(Array.from({ length: AT_A_TIME }, work));
console.log('closed');
