/** With the keyboard the first field of the ticket is one step away. */
export function focusTicket(): void {
  document.querySelector<HTMLElement>('#ticket form input[inputmode=decimal]')?.focus();
}
