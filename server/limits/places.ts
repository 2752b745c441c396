/**
 * A limited number of places, by the network that holds them (network-address.ts). Once all are taken, a newcomer of a network that holds
 * few gets a place of the network that holds the most: else a few networks could keep everybody out for as long as they like.
 */

export interface Place {
  /** Places that are kept are given away after all others of their network. A new one is not kept. */
  keep(isKept: boolean): void;
  /** Gives the place back; does nothing where it was given away. */
  leave(): void;
}

/** The places of one network: those given away first and those kept, each in the order in which they became so. */
interface Network {
  readonly name: string;
  readonly spare: Set<Holder>;
  readonly kept: Set<Holder>;
}

interface Holder {
  readonly network: Network;
  /** Ends what holds the place. */
  readonly end: () => void;
}

const sizeOf = ({ spare, kept }: Network): number => spare.size + kept.size;

/**
 * No step walks over the networks or their places: a newcomer takes some ten microseconds with 50,000 of both. How many places there are,
 * its owner knows.
 */
export class Places {
  private readonly networks = new Map<string, Network>();
  /** Networks by how many places they hold; no size without a network. */
  private readonly bySize = new Map<number, Set<Network>>();
  /** How many places the largest network holds; 0: there is none. */
  private most = 0;

  countOf(network: string): number {
    const found = this.networks.get(network);
    return found === undefined ? 0 : sizeOf(found);
  }

  /** Whether another network holds more than this one would with a newcomer: of two that are level none gives the other a place. */
  canMakeRoom(network: string): boolean {
    return this.most > this.countOf(network) + 1;
  }

  /** Gives away a place of the largest network and ends its holder: of those not kept the first, else of the kept ones. */
  makeRoom(): void {
    const [largest] = this.bySize.get(this.most) ?? [];
    if (largest === undefined) return;
    const [holder] = largest.spare.size > 0 ? largest.spare : largest.kept;
    this.remove(holder!);
    holder!.end();
  }

  /** Takes a place; `end` is called when it is given away. */
  enter(networkName: string, end: () => void): Place {
    const network = this.networks.get(networkName) ?? { name: networkName, spare: new Set(), kept: new Set() };
    this.networks.set(networkName, network);
    const holder: Holder = { network, end };
    network.spare.add(holder);
    this.resized(network, sizeOf(network) - 1);
    return {
      keep(isKept) {
        const [from, to] = isKept ? [network.spare, network.kept] : [network.kept, network.spare];
        if (from.delete(holder)) to.add(holder);
      },
      leave: () => this.remove(holder),
    };
  }

  private remove(holder: Holder): void {
    const { network } = holder;
    if (!network.spare.delete(holder) && !network.kept.delete(holder)) return;
    if (sizeOf(network) === 0) this.networks.delete(network.name);
    this.resized(network, sizeOf(network) + 1);
  }

  /** Notes that a network grew or shrank by one. */
  private resized(network: Network, before: number): void {
    const size = sizeOf(network);
    const left = this.bySize.get(before);
    left?.delete(network);
    if (left?.size === 0) this.bySize.delete(before);
    if (size > 0) this.bySize.set(size, (this.bySize.get(size) ?? new Set()).add(network));
    // When the only network with the most shrinks, it still has the most: one less.
    if (size > this.most || !this.bySize.has(this.most)) this.most = size;
  }
}
