import { CAPABILITIES } from '../../../actors/protocol/modes/capabilities.js';
import type { ValidatedCall } from '../../../machines/validated-call.js';

/** Whether a call may do no more than look. */
export function onlyLooks({ canLook = false, mode = 'agent' }: ValidatedCall): boolean {
  return canLook && CAPABILITIES[mode].run === 'looking';
}
