import { createReadStream } from 'node:fs';

const LINE_END = 0x0a;

/** The lines of a file, by `\n` alone; the last one may lack its end. Errors: those of the file system. */
export async function* readLines(
  path: string,
): AsyncIterable<{ readonly text: string; readonly hasEnd: boolean }> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      yield { text: Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8'), hasEnd: true };
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield { text: Buffer.concat(rest).toString('utf8'), hasEnd: false };
}
