import './percent-slider.css';
import { classNames } from './class-names.ts';

const STOPS = [0, 25, 50, 75, 100] as const;

type PercentSliderProps = {
  readonly label: string;
  readonly value: number;
  readonly disabled?: boolean;
  readonly onChange: (percent: number) => void;
};

/** A native range with five named stops. */
export function PercentSlider({ label, value, disabled, onChange }: PercentSliderProps) {
  const shown = Math.max(0, Math.min(100, value));
  return (
    <div className={classNames('percent-slider', disabled && 'opacity-50')}>
      <i className="track" aria-hidden />
      <i className="filled" aria-hidden style={{ inlineSize: `${shown}%` }} />
      {STOPS.map((stop) => (
        <i
          key={stop}
          aria-hidden
          className={classNames('stop', stop <= shown && 'on')}
          style={{ insetInlineStart: `${stop}%` }}
        />
      ))}
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(shown)}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={`${Math.round(shown)}%`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      {STOPS.map((stop) => (
        <button
          key={stop}
          type="button"
          tabIndex={-1}
          disabled={disabled}
          className={classNames('mark', stop === Math.round(shown) && 'on')}
          style={{ insetInlineStart: `${stop}%` }}
          onClick={() => onChange(stop)}
        >
          <bdi>{stop}%</bdi>
        </button>
      ))}
    </div>
  );
}
