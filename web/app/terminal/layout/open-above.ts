/** Whether something that takes the keys is open over the panels. Floating panels are dialogs too, and part of the terminal. */
export function isOpenAbove(): boolean {
  return document.querySelector('[role=dialog]:not(.dock *), [role=alertdialog], [role=menu]') !== null;
}
