import { lstatSync, readFileSync } from 'node:fs';

// Eight columns, of which the last is the path and may contain spaces. Abstract sockets begin with @.
const SOCKET_PATH = /^\S+ \S+ \S+ \S+ \S+ \S+\s+\d+ (\/.*)$/gm;

/** The Unix sockets of this machine that are visible in the file system. */
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
    // The socket is gone, in another namespace, or in a folder that this user may not enter.
    return false;
  }
}
