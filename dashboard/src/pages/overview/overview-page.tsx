import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import detail from '../../design/detail.module.css';
import { FailureNotice, Loading } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useWaitingCount } from '../../live/waiting-changes.js';
import { useText } from '../../text/use-text.js';
import { usePayoutMoves } from '../payouts/use-payout-moves.js';
import { GatePanel } from '../rules/gate-panel.js';
import { OVERVIEW } from './overview-documents.js';
import css from './overview-page.module.css';
import { ProviderTiles } from './provider-tiles.js';
import { SetupPanel } from './setup/setup-panel.js';
import { Tile } from './tile.js';

// Loaded after the counts: the chart library is half the size of all other code.
const ChartsPanel = lazy(async () => ({ default: (await import('./charts/charts-panel.js')).ChartsPanel }));

/** Shows the payouts that need attention, whether the gate is open, and the charts. */
export function OverviewPage(): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const changes = useWaitingCount();
  const [{ data, error }, execute] = useQuery({ query: OVERVIEW });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['GATE'], readAgain);
  usePayoutMoves(data?.waiting.pageInfo.liveCursor ?? null, readAgain);
  const title = <PageTitle>{text('overview.title')}</PageTitle>;
  if (!data) {
    return (
      <>
        {title}
        {error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : <Loading />}
      </>
    );
  }
  const { waiting, unconfirmed, overdue, limited, payoutGate } = data;
  return (
    <>
      {title}
      <div className={css.tiles}>
        <Link to="/approvals" className={css.tile}>
          <Tile title={text('overview.waiting')} count={waiting} />
        </Link>
        {changes > 0 ? (
          <Link to="/approvals/changes" className={css.tile}>
            <Tile title={text('overview.changes')} count={{ totalCount: changes, isTotalCountCapped: false }} />
          </Link>
        ) : null}
        <Link to="/unconfirmed" className={css.tile}>
          <Tile title={text('overview.unconfirmed')} count={unconfirmed} />
        </Link>
        <Link to="/payouts" search={{ set: 'OVERDUE' }} className={css.tile}>
          <Tile title={text('overview.overdue')} count={overdue} />
        </Link>
        <Link to="/payouts" search={{ set: 'LIMITED' }} className={css.tile}>
          <Tile title={text('overview.limited')} count={limited} />
        </Link>
        <ProviderTiles />
      </div>
      <div className={detail.stack}>
        <GatePanel
          gate={payoutGate}
          onProposed={() => {
            void navigate({ to: '/approvals/changes' });
          }}
          onClose={readAgain}
        />
        <SetupPanel />
      </div>
      <Suspense fallback={<Loading />}>
        <ChartsPanel />
      </Suspense>
    </>
  );
}
