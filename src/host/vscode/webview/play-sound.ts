/** The notes of each sound, one after the other. Units: Hz. */
const NOTES = { question: [660, 880], end: [880, 660] } as const;

const NOTE_SECONDS = 0.12;
const VOLUME = 0.1;

/** Plays a short sound, if the browser lets a page that nobody has pressed play one. */
export function playSound(sound: keyof typeof NOTES): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  const notes = NOTES[sound].map((frequency, index) => {
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    const start = context.currentTime + index * NOTE_SECONDS;
    note.start(start);
    note.stop(start + NOTE_SECONDS);
    return note;
  });
  notes.at(-1)?.addEventListener('ended', () => void context.close());
}
