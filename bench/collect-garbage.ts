import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects what this thread does not need any more, so that whoever comes next need not wait for it. */
export function collectGarbage(): void {
  collect();
}
