import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { FromView } from '../../../../actors/protocol/ui.js';
import type { Place } from '../../../markdown/read-place.js';

/** The message that asks the extension to open a place. */
export function openMessage({ path, line, endLine, column }: Place): Extract<FromView, { type: 'openFile' }> {
  return {
    type: 'openFile',
    path,
    ...omitUndefined({ line, endLine, column }),
  };
}
