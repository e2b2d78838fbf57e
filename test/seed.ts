import fc from 'fast-check';

// New cases each time, unless a run is to be the same as another.
const seed = process.env['TROUPE_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
