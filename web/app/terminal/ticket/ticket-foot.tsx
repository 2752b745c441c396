import type { ReactNode } from 'react';

/**
 * What ends a ticket: the button that sends the order. Where the ticket is too low for all of it, its fields scroll and this stays at
 * their foot. The margins take back what its ground covers around it, so that it stands as it would without.
 */
export function TicketFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-3 -mx-3 -mt-2 -mb-3 flex flex-col gap-2 bg-inherit px-3 pt-2 pb-3">
      {children}
    </div>
  );
}
