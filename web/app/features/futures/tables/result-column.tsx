import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { shownSign } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import type { Column } from '../../../terminal/tables/data-table.tsx';
import { useFuturesMarket } from '../futures-market.ts';
import { signedUnits } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';

/** A column of money won or lost; null of a row that does not know it. */
export function resultColumn<T>(key: string, label: ReactNode, textOf: (row: T) => string | null): Column<T> {
  const cell = (row: T) => {
    const text = textOf(row);
    return text === null ? '–' : <ResultText text={text} />;
  };
  return { key, label, isEnd: true, cell };
}

export function ResultText({ text }: { text: string }) {
  return <bdi className={directionClass(shownSign(text, 2))}>{signedMoney(signedUnits(text))}</bdi>;
}

/** The head of a column of results: their fees stand beside them. */
export function Realized() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  return (
    <span title={t('futures.table.realized_hint')}>{t('futures.table.realized', { asset: contract.settle })}</span>
  );
}
