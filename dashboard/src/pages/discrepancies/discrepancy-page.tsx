import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { type Fact, useFacts } from '../../text/fact.js';
import { ExactTime } from '../../text/time.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { useWaitingChanges } from '../changes/use-waiting-changes.js';
import { WaitingChange } from '../changes/waiting-change.js';
import { CloseDialog } from './close-dialog.js';
import { type Discrepancy, DISCREPANCY } from './discrepancies-documents.js';
import { DISCREPANCY_TONES, stateOf } from './discrepancy-state.js';
import { useSides } from './use-sides.js';

/** Shows one discrepancy: Purser's record beside the provider's. */
export function DiscrepancyPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/discrepancies/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: DISCREPANCY, variables: { id } });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['DISCREPANCY'], readAgain);
  if (data?.discrepancy) return <DiscrepancyView discrepancy={data.discrepancy} onDone={readAgain} />;
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle>{text('discrepancy.discrepancy')}</PageTitle>
      {error ? (
        <FailureNotice failure={failureOf(error)} onRetry={readAgain} />
      ) : (
        <Notice>{text('discrepancy.unknownId', { id })}</Notice>
      )}
    </>
  );
}

interface ViewProps {
  readonly discrepancy: Discrepancy;
  readonly onDone: () => void;
}

function DiscrepancyView({ discrepancy, onDone }: ViewProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const sides = useSides(discrepancy);
  const isLost = discrepancy.kind === 'UNKNOWN_PAYOUT';
  const mayClose = useHolds(isLost ? 'payouts:resolve' : 'discrepancies:close');
  const { waiting, readAgain } = useWaitingChanges(['LOST_PAYMENT'], discrepancy.id);
  const state = stateOf(discrepancy);
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text(`discrepancy.kind.${discrepancy.kind}`)}</PageTitle>
        <Status tone={DISCREPANCY_TONES[state]} word={text(`discrepancy.isOpen.${state}`)} />
        {mayClose && discrepancy.isOpen && waiting.length === 0 ? (
          <div className={css.acting}>
            <Button
              tone="primary"
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {text(isLost ? 'discrepancy.lostTitle' : 'discrepancy.closeTitle')}
            </Button>
          </div>
        ) : null}
      </div>
      {waiting.map((request) => (
        <WaitingChange key={request.id} request={request} />
      ))}
      <div className={css.grid}>
        <Side title={text('discrepancy.ours')} facts={sides.ours} />
        <Side title={text('discrepancy.theirs')} facts={sides.theirs} />
        <Panel title={text('discrepancy.details')}>
          <Details discrepancy={discrepancy} />
        </Panel>
      </div>
      {isAsking ? (
        <CloseDialog
          discrepancy={discrepancy}
          sides={sides}
          isLost={isLost}
          onClose={() => {
            setIsAsking(false);
            onDone();
            readAgain();
          }}
        />
      ) : null}
    </>
  );
}

function Side({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }): ReactElement {
  const text = useText();
  const words = useFacts(facts);
  return (
    <Panel title={title}>{facts.length === 0 ? <p>{text('discrepancy.nothing')}</p> : <Facts facts={words} />}</Panel>
  );
}

function Details({ discrepancy }: { readonly discrepancy: Discrepancy }): ReactElement {
  const text = useText();
  const { id, payoutId, providerPayoutId, openedAt, lastSeenAt, timesSeen, closedAt, closedBy, note } = discrepancy;
  const { isThisPayout } = discrepancy;
  return (
    <Facts
      facts={[
        [text('payout.id'), id],
        [
          text('discrepancy.payout'),
          payoutId && (
            <Link key="payout" to="/payouts/$id" params={{ id: payoutId }}>
              {payoutId}
            </Link>
          ),
        ],
        [text('discrepancy.providerPayoutId'), providerPayoutId],
        [text('discrepancy.account'), discrepancy.account.name],
        [text('discrepancy.opened'), <ExactTime key="opened" at={openedAt} />],
        [text('discrepancy.lastSeen'), <ExactTime key="seen" at={lastSeenAt} />],
        [text('discrepancy.timesSeen'), timesSeen],
        [text('discrepancy.closed'), closedAt && <ExactTime key="closed" at={closedAt} />],
        [text('discrepancy.closedBy'), closedBy && actorWords(closedBy)],
        [text('discrepancy.note'), note],
        [
          text('discrepancy.answer'),
          isThisPayout === null ? null : text(`discrepancy.answer.${isThisPayout ? 'THIS' : 'ANOTHER'}`),
        ],
      ]}
    />
  );
}
