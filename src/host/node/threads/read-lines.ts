import { createReadStream } from 'node:fs';

const LINE_END = 0x0a;

/** Part of a file: a whole line, or the rest behind the last line end. */
export interface FileLine {
  readonly text: string;
  /** The position behind its line end, or where it begins if that is missing. Units: bytes. */
  readonly wholeTo: number;
  /** Whether its line end is missing. */
  readonly isTorn: boolean;
}

/** The lines of a file, by `\n` alone; none for a file that does not exist. Errors: those of the file system. */
export async function* readLines(path: string): AsyncIterable<FileLine> {
  let rest: Buffer[] = [];
  let start = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        const line = Buffer.concat([...rest, chunk.subarray(from, end)]);
        start += line.length + 1;
        yield { text: line.toString('utf8'), wholeTo: start, isTorn: false };
        rest = [];
        from = end + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield { text: last.toString('utf8'), wholeTo: start, isTorn: true };
}
