import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { classNames } from '../../ui/class-names.ts';
import { unbroken } from '../../ui/unbroken.ts';
import type { Receipt } from '../api/calls/receipts.ts';
import { type Check, checkReceipt } from './check-receipt.ts';
import { formulaText } from './formulas.ts';
import type { Line } from './receipt-inputs.ts';
import { figureText, workedSum } from './worked-sum.ts';

/** The receipt itself: whether it holds, each figure as booked and as computed here, what from, and where in the log. */
export function ReceiptPaper({ receipt, hasLog = true }: { receipt: Receipt; hasLog?: boolean }) {
  const { t } = useTranslation();
  const { inputs, checks, agrees } = checkReceipt(receipt);
  return (
    <div className="num grid grid-cols-[minmax(0,1fr)] gap-4 text-13">
      <Verdict agrees={agrees} />
      <section aria-label={t('common.receipt')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {checks.map((check) => (
          <Figure key={check.name} check={check} worked={workedSum(receipt, check)} />
        ))}
        <p className="text-11 text-faint">{t('receipt.rounding')}</p>
      </section>
      <Part title={t('receipt.inputs')}>
        {inputs.map((input, at) => (
          <InputLine key={`${at} ${input.name}`} input={input} />
        ))}
      </Part>
      {hasLog ? <LogPlace receipt={receipt} /> : null}
    </div>
  );
}

function Verdict({ agrees }: { agrees: boolean }) {
  const { t } = useTranslation();
  const Icon = agrees ? CircleCheck : TriangleAlert;
  return (
    <div
      role="status"
      className={classNames(
        'flex items-start gap-3 rounded-2 border p-3',
        agrees ? 'border-done text-done' : 'border-urgent bg-warn-tint text-urgent',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 flex-none" />
      <div>
        <p className="text-14 font-semibold">{t(agrees ? 'receipt.all_agree' : 'receipt.not_all_agree')}</p>
        <p className="text-12 text-muted">{t(agrees ? 'receipt.all_agree_how' : 'receipt.not_all_agree_how')}</p>
      </div>
    </div>
  );
}

/** A figure with both readings, its sign in word and icon, the sum in numbers where it is a plain one, and the formula. */
function Figure({ check, worked }: { check: Check; worked: string | null }) {
  const { t } = useTranslation();
  const { unit, agrees, formula } = check;
  const { name, recorded, recomputed } = rebateOf(check) ?? check;
  const Icon = agrees ? CircleCheck : TriangleAlert;
  const title = t(`receipt.name_${name}`);
  return (
    <div role="group" aria-label={title} className="rounded-1 border border-line px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-13 font-semibold tracking-normal">{title}</h3>
        <span className={classNames('inline-flex items-center gap-1 text-12', agrees ? 'text-done' : 'text-urgent')}>
          <Icon aria-hidden className="size-3.5" />
          {t(agrees ? 'receipt.agrees' : 'receipt.differs')}
        </span>
      </div>
      <dl className="mt-1 grid gap-x-3 sm:grid-cols-2">
        <Reading label={t('receipt.recorded')} value={recorded} unit={unit} />
        <Reading label={t('receipt.recomputed')} value={recomputed} unit={unit} isHere />
      </dl>
      {worked === null ? null : (
        <p className="mt-1.5 text-12">
          <bdi className="whitespace-normal">{unbroken(worked)}</bdi>
        </p>
      )}
      <p className="mt-1.5 text-12 wrap-anywhere text-muted">
        {/* Words in the direction of the page: in another one its first sign would stand at its end. */}
        {formulaText(formula, (part) => t(`receipt.name_${part}`))}
      </p>
    </div>
  );
}

/** A fee that was received is called a rebate and has no sign, as everywhere; where the readings differ in sign they stand as they are. */
function rebateOf({ name, recorded, recomputed }: Check): Pick<Check, 'name' | 'recorded' | 'recomputed'> | null {
  if (name !== 'fee' || !recorded.startsWith('-') || !recomputed.startsWith('-')) return null;
  return { name: 'rebate', recorded: recorded.slice(1), recomputed: recomputed.slice(1) };
}

type ReadingProps = {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly isHere?: boolean;
};

function Reading({ label, value, unit, isHere = false }: ReadingProps) {
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-3">
      <dt className="flex-none text-11 text-faint">{label}</dt>
      <dd
        className={classNames(
          'min-w-0 wrap-anywhere max-sm:text-end',
          isHere && 'font-semibold underline decoration-double decoration-line-strong underline-offset-4',
        )}
      >
        <bdi className="whitespace-normal">{figureText(value, unit)}</bdi>
      </dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-1 text-12 font-medium tracking-normal text-faint">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function InputLine({ input }: { input: Line }) {
  const { t } = useTranslation();
  const { name, value, unit, isWord, isHead } = input;
  return (
    <Row label={t(`receipt.name_${name}`)} className={isHead ? 'mt-1 border-t border-grid pt-1' : undefined}>
      <bdi>{isWord ? `${t(`receipt.word_${value}`)} ${unit}`.trim() : figureText(value, unit)}</bdi>
    </Row>
  );
}

function LogPlace({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { seq, unit, time } = receipt;
  const iso = new Date(time).toISOString();
  return (
    <Part title={t('receipt.log')}>
      <Row label={t('receipt.command')}>
        <bdi>{seq}</bdi>
      </Row>
      <Row label={t('receipt.time')}>
        <bdi>{`${iso.slice(0, 10)} ${iso.slice(11, 23)}`}</bdi>
      </Row>
      {unit === null ? (
        <p className="py-1 text-warn">{t('receipt.no_unit')}</p>
      ) : (
        <Fragment>
          <Row label={t('receipt.unit')}>
            <bdi>{`${unit.firstSeq} – ${unit.lastSeq}`}</bdi>
          </Row>
          <div className="py-0.5">
            <dt className="text-muted">{t('receipt.hash')}</dt>
            <dd dir="ltr" translate="no" className="font-code text-12 break-all select-all">
              {unit.hash}
            </dd>
          </div>
        </Fragment>
      )}
    </Part>
  );
}

function Row({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames('flex justify-between gap-4 py-0.5', className)}>
      <dt className="text-muted">{label}</dt>
      <dd className="max-w-2/3 flex-none text-end wrap-anywhere [&>bdi]:whitespace-normal">{children}</dd>
    </div>
  );
}
