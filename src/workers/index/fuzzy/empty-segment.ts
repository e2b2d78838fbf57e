import { buildSegment } from '../segment/build-segment.js';
import type { Segment } from '../segment/segment.js';
import { runToEnd } from '../../../actors/runtime/slices.js';

/** A segment with nothing in it but the root: what is put in place of one that is to be let go. */
export const NO_SEGMENT: Segment = runToEnd(buildSegment([]));
