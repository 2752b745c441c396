import { Star } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { ComboboxField, optionId } from '../../../ui/combobox-field.tsx';
import { formatNumber, formatPercent, signOf } from '../../../ui/format.ts';
import { directionClass } from '../../../ui/price.tsx';
import { usePreferences } from '../../choices/preferences.ts';
import { MarketStatusSign } from '../../figures/market-status-tag.tsx';
import { useLocalNamesFor } from '../../i18n/use-coin-names.ts';
import { findMarkets } from '../markets/market-list.ts';
import { useTerminalMarket, type DayPrices } from '../terminal-market.ts';

export interface MarketRow {
  readonly symbol: string;
  /** Its name as text. */
  readonly title: string;
  readonly base: string;
  /** Of the coin, where it has one: Bitcoin. */
  readonly fullName: string;
  readonly name: ReactNode;
  /** Undefined before the first prices came. */
  readonly ticker: Pick<DayPrices, 'lastPrice' | 'changePercent' | 'status'> | undefined;
  /** Decimals of its price. */
  readonly decimals: number;
}

type MarketChoiceProps = {
  readonly rows: readonly MarketRow[];
  readonly addressOf: (symbol: string) => string;
  readonly onDone: () => void;
};

/** All markets of the terminal, favorites first: typing finds one, the arrow keys and Enter choose it. */
export function MarketChoice({ rows, addressOf, onDone }: MarketChoiceProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { instrument, markets } = useTerminalMarket();
  const list = useId();
  const [text, setText] = useState('');
  const favorites = usePreferences((state) => (markets.kind === 'spot' ? state.favorites : state.futuresFavorites));
  const isFavorite = ({ symbol }: MarketRow) => favorites.includes(symbol);
  const localNameOf = useLocalNamesFor(text);
  const shown = findMarkets(
    rows.toSorted((a, b) => Number(isFavorite(b)) - Number(isFavorite(a))),
    text,
    localNameOf,
  );
  // Undefined until a key chose: the market that is shown, or the first that was found.
  const [chosen, setChosen] = useState<string>();
  const wanted = chosen ?? (text === '' ? instrument.symbol : undefined);
  const active = Math.max(
    0,
    shown.findIndex(({ symbol }) => symbol === wanted),
  );
  const choose = () => {
    const row = shown[active];
    if (!row) return;
    onDone();
    void navigate(addressOf(row.symbol));
  };
  return (
    <>
      <ComboboxField
        label={t('terminal.markets.find')}
        placeholder={t('terminal.markets.find')}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setChosen(undefined);
        }}
        list={list}
        count={shown.length}
        active={active}
        onMove={(place) => setChosen(shown[place]?.symbol)}
        onChoose={choose}
        className="m-1 h-11 flex-none gap-2 px-2.5 md:h-8"
        iconClassName="size-3.5 flex-none text-faint"
        inputClassName="text-16 md:text-13"
      />
      {shown.length === 0 ? <p className="w-72 px-3 py-4 text-muted">{t('terminal.markets.none')}</p> : null}
      <div
        id={list}
        role="listbox"
        aria-label={t('terminal.choose_market')}
        className="scroll-quiet num max-h-[60vh] w-72 overflow-y-auto"
      >
        {shown.map((row, place) => (
          <Option
            key={row.symbol}
            id={optionId(list, place)}
            row={row}
            address={addressOf(row.symbol)}
            isActive={place === active}
            isFavorite={isFavorite(row)}
            onDone={onDone}
          />
        ))}
      </div>
    </>
  );
}

type OptionProps = {
  readonly id: string;
  readonly row: MarketRow;
  readonly address: string;
  readonly isActive: boolean;
  readonly isFavorite: boolean;
  readonly onDone: () => void;
};

/** A link, so that it can be opened beside as well; the field above has the focus and takes the keys. */
function Option({ id, row, address, isActive, isFavorite, onDone }: OptionProps) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { title, base, name, ticker, decimals } = row;
  const percent = ticker?.changePercent ?? '0';
  return (
    <Link
      ref={link}
      id={id}
      to={address}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onDone}
      className={classNames(
        'flex items-center gap-2 rounded-1 px-3 py-2 text-fg outline-none hover:bg-hover max-md:min-h-11',
        isActive && 'bg-accent-tint',
      )}
    >
      <CoinIcon asset={base} className="size-5" />
      <span className="flex min-w-0 flex-1 items-center gap-1.5">
        {name}
        <MarketStatusSign status={ticker?.status} />
      </span>
      {isFavorite ? (
        <Star
          role="img"
          aria-label={t('terminal.favorite_pair', { pair: title })}
          className="size-3 flex-none fill-warn text-warn"
        />
      ) : null}
      <bdi className="text-12">{formatNumber(ticker?.lastPrice ?? '0', decimals)}</bdi>
      <span className={classNames('min-w-16 text-end text-12', directionClass(signOf(percent)))}>
        <bdi>{formatPercent(percent)}</bdi>
      </span>
    </Link>
  );
}
