/** Follows an answer that the model could not finish: a reader must not take half of it for the whole. */
export const CUT_OFF_NOTICE = '\n\n[The answer was cut off: the model reached its output limit.]';
