// The same as `engines` in package.json.
const MIN_MAJOR = 20;
const MIN_MINOR = 19;

/** Why the program cannot run on this version of Node; `undefined` when it can. Must itself run on any version. */
export function findNodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_MAJOR || (major === MIN_MAJOR && minor >= MIN_MINOR)) return undefined;
  return `Node ${MIN_MAJOR}.${MIN_MINOR} or newer is needed, and this is ${version}. Install a newer one from https://nodejs.org.`;
}
