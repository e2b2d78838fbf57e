import { readFile } from 'node:fs/promises';

/**
 * What a suite has reported. A report that is not there, or was cut off while it was written, is none.
 *
 * @param {string} file
 * @returns {Promise<import('./reporter.mjs').SuiteReport | undefined>}
 */
export async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
