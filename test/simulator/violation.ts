/** A promise was broken: what a simulation is there to find. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function demand(holds: boolean, otherwise: () => string): void {
  if (!holds) throw new Violation(otherwise());
}
