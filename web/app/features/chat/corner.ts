import { classNames } from '../../../ui/class-names.ts';

/**
 * The round button's place: above the bar of tabs on a phone. Below dialogs, which say more urgent things. On a phone it hides while the
 * page is scrolled down, because it would cover the figures of a table; the keyboard still reaches it.
 */
export function cornerClass(isAboveTabBar: boolean, isOutOfSight: boolean): string {
  return classNames(
    'fixed end-4 z-[35] grid size-11 place-items-center rounded-full border border-line-strong bg-overlay text-fg shadow-overlay transition-[color,opacity,translate] duration-120 hover:text-accent md:bottom-4 md:size-12',
    isAboveTabBar
      ? 'bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom)+12px)]'
      : 'bottom-[calc(env(safe-area-inset-bottom)+12px)]',
    isOutOfSight &&
      'max-md:not-focus-visible:pointer-events-none max-md:not-focus-visible:translate-y-4 max-md:not-focus-visible:opacity-0',
  );
}
