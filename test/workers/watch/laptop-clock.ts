import { FakeClock } from '../../doubles/fake-clock.js';

/** A clock on a machine that can be suspended: its timers stand still meanwhile. */
export class LaptopClock extends FakeClock {
  #sleptMs = 0;

  override now(): number {
    return super.now() + this.#sleptMs;
  }

  sleep(ms: number): void {
    this.#sleptMs += ms;
  }
}
