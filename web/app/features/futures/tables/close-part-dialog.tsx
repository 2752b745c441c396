import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Button } from '../../../../ui/button.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { numberFault } from '../../../../ui/typed-number.ts';
import { quietCall } from '../../../api/client.ts';
import type { Contract, PlaceFuturesOrder, Position } from '../../../api/calls/futures.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { placeFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { ownFills, restByNow } from '../../../live/own-fills.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { closedAt, filledOn, placedOn, withDropped } from '../told-orders.ts';
import { bookedResult } from './booked-result.ts';
import { createWayChoice, OrdersInWay, useCancelInWay } from './cancel-in-way.tsx';
import { type Closing, closingSide, firstPart, shareOf } from './closing.ts';
import { ClosingRows } from './closing-rows.tsx';
import { currentOf } from './followed-positions.ts';
import { PositionChange } from './followed-question.tsx';
import type { Taken } from './orders-in-way.ts';
import { useClosingEstimate } from './use-closing-estimate.ts';
import { positionName } from './position-name.ts';

type PartDialogProps = {
  /** As it was when the dialog was opened. */
  readonly asked: Position;
  readonly contract: Contract;
  readonly onClose: () => void;
};

const SHARES = [25, 50, 75, 100] as const;

/**
 * Closes a part of a position, or all of it, at the market or at a price; the order only reduces (trading B17). It follows the position:
 * once that is gone, nothing can be sent.
 */
export function ClosePartDialog({ asked, contract, onClose }: PartDialogProps) {
  const { t } = useTranslation();
  const market = useFuturesMarket();
  const { account } = market;
  const saving = useSaving(onClose);
  const now = useAsOfPress(currentOf(useStore(account.positions), asked), saving.isBusy);
  const position = now ?? asked;
  const [way] = useState(createWayChoice);
  const cancelInWay = useCancelInWay();
  const [type, setType] = useState<'MARKET' | 'LIMIT'>('MARKET');
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState(() => text(firstPart(position, contract)));
  const repeat = repeatKeyOf(`part ${asked.positionId}`);
  const problems = useProblems(position, contract, { type, price, quantity });
  const closing: Closing = { type, price: units(price), quantity: units(quantity) };
  const estimateOf = useClosingEstimate();
  const estimate = now === undefined ? null : estimateOf(now, contract, closing);
  const side = closingSide(position);
  const send = async () => {
    await cancelInWay(way);
    const { symbol, positionSide } = position;
    const common = { symbol, positionSide, side, type };
    const isAll = units(quantity) === unitsOf(position.quantity);
    const limit = type === 'LIMIT' ? { price: text(units(price)), timeInForce: 'GTC' as const } : {};
    // In hedge mode a closing side only reduces anyway.
    const reduces = positionSide === 'BOTH' ? { reduceOnly: true } : {};
    const body: PlaceFuturesOrder =
      isAll && type === 'MARKET'
        ? { ...common, closePosition: true }
        : { ...common, quantity: text(units(quantity)), ...reduces, ...limit };
    const order = await placeFuturesSurely(quietCall, repeat, body, () => tellChecking(t));
    account.acceptOrders([order]);
    ownFills()?.markTold('futures', order.orderId);
    const named = t(`terminal.close_${side}`);
    const what = placedOn(t, contract, order.quantity, order.price);
    // Orders that wait at better prices close their part of the position first.
    const told = (text: string) => withDropped(t, text, body.quantity, order, contract);
    if (isSet(order.filledQuantity)) {
      const result = await bookedResult([order]);
      const wordsNow = () => ({
        title: filledOn(t, named, order, contract).title,
        description: told(closedAt(t, order, contract, result, restByNow('futures', order))),
      });
      const { title, description } = wordsNow();
      showToast('success', title, description, { wordsNow });
    } else if (order.status === 'NEW')
      showToast('success', t('terminal.order.placed', { side: named, what }), told(''));
    else showToast('info', t('terminal.order.ended', { side: named }), t(`terminal.reason_${order.reason || 'NONE'}`));
  };
  const isReady = problems.price === undefined && problems.quantity === undefined && estimate !== null;
  return (
    <FormDialog
      title={t('futures.position.part_title', { symbol: positionName(t, position) })}
      saveLabel={t(`terminal.close_${side}`)}
      saving={saving}
      isOff={now === undefined}
      onSave={() => {
        if (isReady) void saving.save(send);
      }}
      onClose={onClose}
    >
      <PositionChange asked={asked} now={now} contract={contract} />
      <Segmented
        label={t('terminal.ticket.type')}
        value={type}
        onChange={setType}
        options={(['MARKET', 'LIMIT'] as const).map((value) => ({ value, label: t(`terminal.type_${value}`) }))}
        className="flex max-md:[&_label]:leading-[40px]"
      />
      {type === 'LIMIT' ? (
        <TicketField
          label={t('terminal.ticket.price')}
          unit={contract.settle}
          value={price}
          error={problems.price}
          onChange={setPrice}
        />
      ) : null}
      <TicketField
        label={t('terminal.ticket.quantity')}
        unit={contract.base}
        value={quantity}
        error={problems.quantity}
        onChange={setQuantity}
      />
      <div className="grid grid-cols-4 gap-2">
        {SHARES.map((share) => (
          <Button
            key={share}
            size="sm"
            className="px-0 max-md:h-11"
            onClick={() => setQuantity(text(shareOf(position, share, contract)))}
          >
            <bdi>{share}%</bdi>
          </Button>
        ))}
      </div>
      <ClosingRows contract={contract} estimate={estimate} />
      {estimate === null ? null : (
        <OrdersInWay market={market} positions={[position]} choice={way} takenOf={() => takenBy(closing)} />
      )}
    </FormDialog>
  );
}

/** What was shown when the order was sent, while it is on its way: the order itself changes the position. */
function useAsOfPress<T>(value: T, isSending: boolean): T {
  const [shown, setShown] = useState(value);
  if (!isSending && !Object.is(shown, value)) setShown(value);
  return isSending ? shown : value;
}

/** A market order takes what the book has, a limit order what lies at its price or better. */
const takenBy = ({ type, price, quantity }: Closing): Taken => (type === 'MARKET' ? { quantity } : { quantity, price });

interface Typed {
  readonly type: 'MARKET' | 'LIMIT';
  readonly price: string;
  readonly quantity: string;
}

/** What is wrong with a field, as a sentence; nothing is said of a field that is still empty. */
function useProblems(position: Position, contract: Contract, { price, quantity }: Typed) {
  const { t } = useTranslation();
  const faultOf = (typed: string) => {
    const fault = numberFault(typed, SCALE);
    return fault === null ? undefined : t(`common.number_${fault}`, { decimals: String(SCALE) });
  };
  const values = { asset: contract.base };
  const ofPrice = () =>
    units(price) % unitsOf(contract.tickSize) === 0n
      ? undefined
      : t('terminal.ticket.problem_price_step', { step: contract.tickSize });
  const ofQuantity = () => {
    const open = unitsOf(position.quantity);
    if (units(quantity) > open)
      return t('futures.position.most', { ...values, amount: formatAmount(position.quantity, SCALE) });
    // The last part of a position may be smaller than a step.
    if (units(quantity) === open || units(quantity) % unitsOf(contract.stepSize) === 0n) return undefined;
    return t('terminal.ticket.problem_quantity_step', { ...values, step: contract.stepSize });
  };
  return { price: faultOf(price) ?? ofPrice(), quantity: faultOf(quantity) ?? ofQuantity() };
}
