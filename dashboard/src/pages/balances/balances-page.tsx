import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { PlainHead } from '../../design/plain-head.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { BalancePanel } from './balance-panel.js';
import { type Balance, BALANCES } from './balances-documents.js';
import { CompareDialog } from './compare-dialog.js';
import { FundDialog } from './fund-dialog.js';
import { Ledger } from './ledger.js';

// The charts come after the figures: their library is half as large as all else.
const BalanceFigure = lazy(async () => ({ default: (await import('./balance-figure.js')).BalanceFigure }));

/** The expected balances at the provider, and how they came about. */
export function BalancesPage(): ReactElement {
  const text = useText();
  const mayFund = useHolds('ledger:fund');
  const [isFunding, setIsFunding] = useState(false);
  const [compared, setCompared] = useState<Balance | null>(null);
  // The ledger is read again with the balances, which come about by it.
  const [reads, setReads] = useState(0);
  const [{ data, error }, execute] = useQuery({ query: BALANCES });
  const readAgain = (): void => {
    setReads(reads + 1);
    execute();
  };
  useDeskChanges(['BALANCE'], () => {
    execute();
  });
  const balances = data?.balances ?? [];
  return (
    <>
      <PlainHead
        title={text('balances.title')}
        controls={
          mayFund ? (
            <Button
              tone="primary"
              onClick={() => {
                setIsFunding(true);
              }}
            >
              {text('balances.fund')}
            </Button>
          ) : null
        }
      />
      {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : null}
      {!data && !error ? <Loading /> : null}
      {data && balances.length === 0 ? (
        <Notice>
          <p>{text('balances.none')}</p>
        </Notice>
      ) : null}
      <div className={css.grid}>
        {balances.map((balance) => (
          <BalancePanel
            key={`${balance.account.id} ${balance.currency}`}
            balance={balance}
            isNamed={new Set(balances.map(({ account }) => account.id)).size > 1}
            onCompare={mayFund ? setCompared : null}
          />
        ))}
      </div>
      <Suspense fallback={<Loading />}>
        <BalanceFigure key={`figure ${reads}`} balances={balances} />
      </Suspense>
      <Ledger key={reads} balances={balances} />
      {isFunding ? (
        <FundDialog
          onClose={() => {
            setIsFunding(false);
            readAgain();
          }}
        />
      ) : null}
      {compared ? (
        <CompareDialog
          balance={compared}
          onClose={() => {
            setCompared(null);
            readAgain();
          }}
        />
      ) : null}
    </>
  );
}
