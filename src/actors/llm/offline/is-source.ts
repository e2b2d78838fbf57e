const TEST_OR_MADE =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|bench(?:marks?)?|dist|build|vendor|third_party|__snapshots__)\/|[._-](?:test|spec)\.\w+$/i;
const DATA = /\.(?:json|ya?ml|toml|csv|txt|svg|html|css|lock|map|snap|min\.\w+)$/i;
const PROSE = /\.(?:md|markdown|rst|adoc)$|(?:^|\/)(?:changelog|licen[sc]e|notice)\b[^/]*$/i;

/** Whether a path names code that a program is made of: no test, nothing that was made by a program, no prose. */
export function isSource(path: string): boolean {
  return ![TEST_OR_MADE, DATA, PROSE].some((pattern) => pattern.test(path));
}
