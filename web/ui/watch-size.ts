/** While a window is pulled to its size, the page follows at most so often; in ms. */
export const RESIZE_THROTTLE_MS = 500;

/** The first size at once, then the newest one at most every 500 ms. Answers how to stop. */
export function watchSize(element: Element, onSize: (height: number) => void): () => void {
  let height = 0;
  let isNew = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    if (!isNew) return;
    isNew = false;
    timer = setTimeout(tell, RESIZE_THROTTLE_MS);
    onSize(height);
  };
  const observer = new ResizeObserver(([entry]) => {
    height = entry?.contentRect.height ?? 0;
    isNew = true;
    if (timer === undefined) tell();
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
