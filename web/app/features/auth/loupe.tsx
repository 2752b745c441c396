const COMMANDS = [
  'transfer',
  'place',
  'fill',
  'fee',
  'place',
  'cancel',
  'fill',
  'fee',
  'place',
  'transfer',
  'fill',
  'fee',
  'place',
  'fill',
  'fee',
  'cancel',
] as const;
const ROW = 34;

/** An ornament: the ring of the wordmark as a magnifying glass over the lines of a journal. */
export function Loupe() {
  return (
    <svg
      aria-hidden
      direction="ltr"
      viewBox="0 0 560 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full"
    >
      <defs>
        <radialGradient id="loupe-glow-a" cx="0.2" cy="0.25" r="0.6">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.22" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="loupe-glow-b" cx="0.8" cy="0.6" r="0.5">
          <stop offset="0" stopColor="var(--info)" stopOpacity="0.16" />
          <stop offset="1" stopColor="var(--info)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="loupe-top" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--accent)" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0.55" />
        </linearGradient>
        <linearGradient id="loupe-bottom" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--text)" />
          <stop offset="1" stopColor="var(--info)" stopOpacity="0.8" />
        </linearGradient>
        <clipPath id="loupe-glass">
          <circle cx="264" cy="330" r="132" />
        </clipPath>
      </defs>
      <rect width="560" height="900" fill="url(#loupe-glow-a)" />
      <rect width="560" height="900" fill="url(#loupe-glow-b)" />
      <g opacity="0.28">
        <JournalRows x={48} size={12} />
      </g>
      <circle cx="264" cy="330" r="132" fill="var(--overlay)" />
      <g clipPath="url(#loupe-glass)">
        <rect x="130" y="312" width="270" height="38" fill="var(--accent-tint)" />
        <JournalRows x={152} size={15} />
      </g>
      <path d="M116 306a150 150 0 0 1 296 0" fill="none" stroke="url(#loupe-top)" strokeWidth="34" />
      <path d="M116 354a150 150 0 0 0 296 0" fill="none" stroke="url(#loupe-bottom)" strokeWidth="34" />
    </svg>
  );
}

function JournalRows({ x, size }: { x: number; size: number }) {
  return COMMANDS.map((command, row) => {
    const y = 100 + row * ROW;
    return (
      <g key={y}>
        <text x={x} y={y} fontSize={size} fill="var(--text)" fontFamily="var(--mono)">
          {command}
        </text>
        <rect
          x={x + 110}
          y={y - size * 0.6}
          width={70 + ((row * 37) % 60)}
          height={size * 0.45}
          rx="2"
          fill="var(--muted)"
          opacity="0.7"
        />
        <path d={`M${x} ${y + 13}h460`} stroke="var(--line-strong)" opacity="0.6" />
      </g>
    );
  });
}
