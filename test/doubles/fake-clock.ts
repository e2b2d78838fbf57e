export { FakeClock } from '../../src/host/testing.js';
