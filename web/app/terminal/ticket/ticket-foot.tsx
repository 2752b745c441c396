import type { ReactNode } from 'react';

/**
 * What ends a ticket: the button that sends the order. Where the ticket is too low for all of it, its fields scroll and this stays at
 * their foot. The margins take back what its ground covers around it, so that it stands as it would without; above and below that is no
 * more than the gap between two rows, or it would cover a part of its neighbours.
 */
export function TicketFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-3 -mx-3 -my-2 flex flex-col gap-2 bg-inherit px-3 py-2 [@container_ticket_(max-height:640px)]:-my-1.5 [@container_ticket_(max-height:640px)]:py-1.5 md:[@container_ticket_(max-height:640px)]:-my-1 md:[@container_ticket_(max-height:640px)]:py-1">
      {children}
    </div>
  );
}
