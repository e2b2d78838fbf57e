import { lstatSync, readFileSync } from 'node:fs';

// Eight columns; the last is the path, which may hold spaces. Abstract sockets begin with @.
const SOCKET_PATH = /^\S+ \S+ \S+ \S+ \S+ \S+\s+\d+ (\/.*)$/gm;

/** The Unix sockets of this machine that have a place on the disk we can see. */
export function listSockets(): readonly string[] {
  const paths = [...readFileSync('/proc/net/unix', 'utf8').matchAll(SOCKET_PATH)].map(
    ([, path = '']) => path,
  );
  return [...new Set(paths)].filter(isSocket);
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    // Gone, another namespace's, or in a folder that nobody but its owner may enter.
    return false;
  }
}
