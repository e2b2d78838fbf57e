import { spawn } from 'node:child_process';

/** Runs a program, and reads what it prints as it comes, as an editor would. Errors: it could not be started. */
export async function readLines(
  command: string,
  args: readonly string[],
  {
    cwd,
    separator,
    stdin = 'ignore',
  }: { readonly cwd: string; readonly separator: string; readonly stdin?: number | 'ignore' },
): Promise<string[]> {
  const program = spawn(command, args, { cwd, stdio: [stdin, 'pipe', 'ignore'] });
  const failed = new Promise<never>((_resolve, reject) => {
    program.once('error', reject);
  });
  const { stdout } = program;
  if (stdout === null) return failed;
  const read = async (): Promise<string[]> => {
    const lines: string[] = [];
    let rest = '';
    stdout.setEncoding('utf8');
    for await (const chunk of stdout) {
      const parts = (rest + String(chunk)).split(separator);
      rest = parts.pop() ?? '';
      for (const part of parts) lines.push(part);
    }
    if (rest !== '') lines.push(rest);
    return lines;
  };
  return Promise.race([read(), failed]);
}
