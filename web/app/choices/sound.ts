/** Two short rising notes, made by the browser itself: no file has to come, and it is quiet beside music. */
const NOTES_HZ = [660, 880];
const NOTE_S = 0.12;
const VOLUME = 0.08;

let audio: AudioContext | undefined;

/** A browser allows sounds only after the person has touched the page; before that nothing is heard. */
export function playFill(): void {
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = begin + index * NOTE_S;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE_S);
  }
}
