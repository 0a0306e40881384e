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

// Loaded after the figures: the chart library is half the size of all other code.
const BalanceFigure = lazy(async () => ({ default: (await import('./balance-figure.js')).BalanceFigure }));

/** Shows the expected balances at the provider and the ledger behind them. */
export function BalancesPage(): ReactElement {
  const text = useText();
  const mayFund = useHolds('ledger:fund');
  const [isFunding, setIsFunding] = useState(false);
  const [compared, setCompared] = useState<Balance | null>(null);
  // Reloads the ledger together with the balances derived from it.
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
