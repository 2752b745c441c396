/** The chart as a file: with the market, the interval and the moment above it. The user's own orders and trades are not on it. */
import type { ChartFace } from './chart-face.ts';

const HEAD_PX = 36;
const SIDE_PX = 12;

/** Throws where the browser cannot make the picture. */
export async function savePicture(face: ChartFace, market: string, interval: string): Promise<void> {
  const moment = new Date().toISOString();
  const chart = await createImageBitmap(new Blob([bytesOf(face.picture())], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  const ratio = window.devicePixelRatio || 1;
  const head = HEAD_PX * ratio;
  canvas.width = chart.width;
  canvas.height = chart.height + head;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  pen.fillStyle = token('--surface');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'middle';
  pen.fillStyle = token('--text');
  pen.font = `600 ${13 * ratio}px ${token('--font')}`;
  const title = `${market} · ${interval}`;
  pen.fillText(title, SIDE_PX * ratio, head / 2);
  const after = SIDE_PX * 2 * ratio + pen.measureText(title).width;
  pen.fillStyle = token('--muted');
  pen.font = `${12 * ratio}px ${token('--font')}`;
  pen.fillText(`${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`, after, head / 2);
  pen.drawImage(chart, 0, head);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!file) throw new Error('no picture');
  const name = `${market.replaceAll('/', '-')}-${interval}-${moment.slice(0, 19).replaceAll(':', '-')}Z.png`;
  download(file, name);
}

/** Decoded by hand: a page's security policy lets no picture come from a data address. */
function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
