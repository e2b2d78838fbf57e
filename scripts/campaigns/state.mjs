import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} CampaignResult
 * @property {'passed' | 'failed' | 'skipped'} state Skipped when no test was run.
 * @property {number} tests That passed.
 * @property {readonly string[]} notes The first error of each failed test, or why tests were skipped.
 * @property {number} seconds
 * @property {string} command With the seed that it ran with.
 * @property {string} log A path below the root of the project.
 */

/** The results of finished runs, by what was tested and by the key of the run, in a file. */
export class CampaignState {
  #file;
  #version;

  /**
   * @param {string} file
   * @param {string} version What is tested.
   */
  constructor(file, version) {
    this.#file = file;
    this.#version = version;
  }

  /** @returns {CampaignResult | undefined} */
  get(key) {
    return this.#read()[this.#version]?.[key];
  }

  /** @param {CampaignResult} result */
  set(key, result) {
    this.#change((own) => (own[key] = result));
  }

  delete(key) {
    this.#change((own) => delete own[key]);
  }

  /** What somebody else has written in the meantime stays, and the file is whole whenever the process ends. */
  #change(change) {
    const results = this.#read();
    change((results[this.#version] ??= {}));
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(results, undefined, 2));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** @returns {Record<string, Record<string, CampaignResult>>} */
  #read() {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch {
      return {};
    }
  }
}

/** The commit that is checked out, and a digest of what differs from it. */
export function findVersion(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30 });
  const commit = git('rev-parse', 'HEAD').toString().trim();
  const added = git('ls-files', '--others', '--exclude-standard', '-z').toString().split('\0').slice(0, -1);
  const parts = [
    git('diff', 'HEAD', '--binary'),
    ...added.flatMap((path) => [path, readAdded(join(root, path))]),
  ];
  if (parts.every(({ length }) => length === 0)) return commit;
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\0');
  return `${commit} with changes ${digest.digest('hex').slice(0, 16)}`;
}

/** Of a link, or of another repository, the name has to do. */
function readAdded(path) {
  return lstatSync(path).isFile() ? readFileSync(path) : '';
}
