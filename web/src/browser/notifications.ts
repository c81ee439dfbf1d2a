/** Calls a player back who looks elsewhere: a notification, a quiet sound, a mark on the tab's icon. */

const ICON = "/icon.svg";
const ICON_CALLING = "/icon-calling.svg";
/** Two soft notes, in hertz. */
const NOTES = [523.25, 659.25];

export function showIcon(isCalling: boolean): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = isCalling ? ICON_CALLING : ICON;
}

/** Asks the browser for leave to notify. True if it is given. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  if (Notification.permission === "default") await Notification.requestPermission();
  return Notification.permission === "granted";
}

/** A note of the system's own, which goes when it is pressed or no longer true. */
export function notify(title: string, text: string, table: string): () => void {
  if (!("Notification" in window) || Notification.permission !== "granted") return () => {};
  try {
    const note = new Notification(title, { body: text, icon: ICON, tag: `grognard-${table}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return () => note.close();
  } catch {
    // Some phones notify through a service worker only.
    return () => {};
  }
}

let sound: AudioContext | null = null;

export function chime(): void {
  try {
    sound ??= new AudioContext();
    const now = sound.currentTime;
    NOTES.forEach((pitch, k) => {
      const at = now + k * 0.16;
      const note = sound!.createOscillator();
      const loud = sound!.createGain();
      note.frequency.value = pitch;
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.06, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0005, at + 0.5);
      note.connect(loud).connect(sound!.destination);
      note.start(at);
      note.stop(at + 0.55);
    });
  } catch {
    // No loudspeaker, no sound.
  }
}
