import { classNames } from '../../../ui/class-names.ts';

/** The round button's place: above the bar of tabs on a phone. Below dialogs, which say more urgent things. */
export function cornerClass(isAboveTabBar: boolean): string {
  return classNames(
    'fixed end-4 z-[35] grid size-12 place-items-center rounded-full border border-line-strong bg-overlay text-fg shadow-overlay transition-colors duration-120 hover:text-accent md:bottom-4',
    isAboveTabBar
      ? 'bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom)+12px)]'
      : 'bottom-[calc(env(safe-area-inset-bottom)+12px)]',
  );
}
