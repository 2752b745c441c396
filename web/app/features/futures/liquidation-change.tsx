type LiquidationChangeProps = {
  /** Null: nothing is open yet, or no price liquidates it. */
  readonly now: bigint | null;
  readonly after: bigint | null;
  readonly price: (units: bigint) => string;
};

/** The liquidation price of a position before and after a change. */
export function LiquidationChange({ now, after, price }: LiquidationChangeProps) {
  const shown = after === null ? '–' : price(after);
  if (now === null) return <span className="text-warn">{shown}</span>;
  return (
    <>
      <span className="text-muted">{price(now)} → </span>
      <span className="text-warn">{shown}</span>
    </>
  );
}
