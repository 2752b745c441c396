import { useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { createPreloadQueue } from './preload-queue.ts';

interface Task {
  readonly path: string;
  readonly onEnd: () => void;
}

/** A page that answers nothing at all must not keep the others waiting for ever. */
const GIVE_UP_MS = 10_000;

/** Loads the code and data of a page of ours when its link is pointed at or has the focus. */
export function RoutePreload() {
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  useEffect(() => {
    const queue = createPreloadQueue(
      (path) =>
        new Promise((resolve) => {
          const onEnd = () => {
            setTasks((list) => list.filter((task) => task.path !== path));
            resolve();
          };
          setTasks((list) => [...list, { path, onEnd }]);
        }),
    );
    const notice = ({ target }: Event) => {
      const path = target instanceof Element ? pathOfLink(target.closest('a')) : null;
      if (path !== null) void queue.preload(path);
    };
    document.addEventListener('pointerover', notice, { passive: true });
    document.addEventListener('focusin', notice);
    return () => {
      document.removeEventListener('pointerover', notice);
      document.removeEventListener('focusin', notice);
    };
  }, []);
  return tasks.map((task) => <PreloadTask key={task.path} {...task} />);
}

function pathOfLink(link: HTMLAnchorElement | null): string | null {
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute('download')) return null;
  const path = link.pathname + link.search;
  return path === window.location.pathname + window.location.search ? null : path;
}

function PreloadTask({ path, onEnd }: Task) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(onEnd, GIVE_UP_MS);
    // The links come with the first drawing; a page that is loaded already has none.
    if (place.current?.querySelector('link') === null) onEnd();
    return () => clearTimeout(timer);
  }, [onEnd]);
  const count = (event: { currentTarget: EventTarget }) => {
    (event.currentTarget as HTMLElement).dataset.done = 'true';
    if (place.current?.querySelector('link:not([data-done])') === null) onEnd();
  };
  const links = { page: path, onLoad: count, onError: count };
  return (
    <div ref={place} hidden>
      <PrefetchPageLinks {...links} />
    </div>
  );
}
