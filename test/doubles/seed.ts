import { randomBytes } from 'node:crypto';
import { beforeEach } from 'vitest';

/** What every random draw of a test follows from: `TROUPE_SEED`, or a new number for each file. A test that fails prints it. */
export const SEED = Number(process.env['TROUPE_SEED'] ?? randomBytes(4).readUInt32LE());

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    console.error(`TROUPE_SEED=${SEED} draws the same again.`);
  });
});
