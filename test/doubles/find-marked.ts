import { readdir, readFile } from 'node:fs/promises';

/** The processes that have a text in their environment, or among their arguments. */
export async function findMarked(text: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string): Promise<string> =>
        readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
      const [environment, command] = await Promise.all([read('environ'), read('cmdline')]);
      return environment.includes(text) || command.includes(text) ? [pid] : [];
    }),
  );
  return found.flat();
}
