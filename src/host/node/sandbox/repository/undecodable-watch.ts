import { type BigIntStats } from 'node:fs';
import { lstat, rename } from 'node:fs/promises';

const SUFFIX = Buffer.from('.disabled');
const NAMES = [Buffer.from('/.git'), Buffer.from('/HEAD')];
// Together they tell whether settings, hooks or the place of either were changed.
const INNER = ['', '/config', '/config.worktree', '/commondir', '/hooks'];

/**
 * Renames repositories that a command made or changed at paths that are no UTF-8: git runs there as anywhere, and nothing else
 * here can name them.
 */
export class UndecodableWatch {
  /** Shape: stamps by the bytes of the path, as Latin-1. */
  #before = new Map<string, string>();

  static async start(paths: readonly Buffer[] = []): Promise<UndecodableWatch> {
    const watch = new UndecodableWatch();
    watch.#before = await readStamps(paths);
    return watch;
  }

  /** Resolves to a sentence for each repository that was renamed. */
  async repair(paths: readonly Buffer[] = []): Promise<readonly string[]> {
    const now = await readStamps(paths);
    const notes: string[] = [];
    for (const [path, stamp] of now) {
      if (this.#before.get(path) === stamp) continue;
      now.delete(path);
      const bytes = Buffer.from(path, 'latin1');
      await rename(bytes, Buffer.concat([bytes, SUFFIX]));
      notes.push(
        `The command made or changed a git repository at ${bytes.toString()}, whose name cannot be read here: it was renamed to end in .disabled.`,
      );
    }
    this.#before = now;
    return notes;
  }
}

async function readStamps(paths: readonly Buffer[]): Promise<Map<string, string>> {
  const markers = paths.filter((path) => NAMES.some((name) => path.subarray(-name.length).equals(name)));
  const stamps = await Promise.all(
    markers.map(async (path) => {
      const folder = path.subarray(-4).equals(Buffer.from('HEAD')) ? path.subarray(0, -5) : path;
      const parts = await Promise.all(
        INNER.map((inner) => readStamp(Buffer.concat([folder, Buffer.from(inner)]))),
      );
      return [path.toString('latin1'), parts.join(' ')] as const;
    }),
  );
  return new Map(stamps);
}

async function readStamp(path: Buffer): Promise<string> {
  return await lstat(path, { bigint: true }).then(
    // A folder changes its time with every lock file in it.
    (stat) => (stat.isDirectory() ? identify(stat) : `${identify(stat)}:${stat.ctimeNs}`),
    () => '',
  );
}

function identify({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
