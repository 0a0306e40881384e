import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { CopyButton } from '../../design/copy-button.js';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { ProviderDetails } from '../../design/provider-details.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { WaitingChange } from '../changes/waiting-change.js';
import { PayoutStatusCell } from '../payouts/payout-status-cell.js';
import { Related } from '../related/related.js';
import { isInDoubt, Resolution } from '../resolution/resolution.js';
import { ContentChanges } from './content-changes.js';
import { Approvals, Attempts, Evidence, PossibleDuplicates, Timeline } from './payout-history.js';
import { PayoutActions } from './payout-actions.js';
import css from '../../design/detail.module.css';
import { PageTitle } from '../../design/page-title.js';
import type { Payout } from './payout-documents.js';
import { PayoutMessages } from './payout-messages.js';
import { PayoutRepeats } from './payout-repeats.js';
import { Recipient } from './recipient.js';
import { type ShownPayout, usePayout } from './use-payout.js';

/** Shows one payout, with its history and actions. */
export function PayoutPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/payouts/$id' });
  const text = useText();
  const shown = usePayout(id);
  const { payout, failure, isLoading, reload } = shown;
  if (payout) return <PayoutView payout={payout} shown={shown} />;
  if (failure) {
    return (
      <>
        <PageTitle>{text('payout.payout')}</PageTitle>
        <FailureNotice failure={failure} onRetry={reload} />
      </>
    );
  }
  if (isLoading) return <Loading />;
  return (
    <Notice>
      <PageTitle>{text('payout.unknown')}</PageTitle>
      <p>{text('payout.unknownId', { id })}</p>
    </Notice>
  );
}

function PayoutView({ payout, shown }: { readonly payout: Payout; readonly shown: ShownPayout }): ReactElement {
  const text = useText();
  const { externalId, id, status, amount, currency, waitingFor } = payout;
  const { resolve: isResolving = false } = useSearch({ from: '/signed-in/payouts/$id' });
  const navigate = useNavigate({ from: '/payouts/$id' });
  const showResolution = (isShown: boolean): void => {
    void navigate({ search: { resolve: isShown || undefined }, replace: true });
  };
  const mayResolve = useHolds('payouts:resolve', 'changes:confirm');
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('payout.title', { id: externalId ?? id })}</PageTitle>
        <PayoutStatusCell status={status} waitingFor={waitingFor} />
        <span className={css.amount}>{formatAmount(amount, currency)}</span>
        <PayoutActions payout={payout} reload={shown.reload} />
      </div>
      <PayoutMessages payout={payout} />
      {payout.changeRequest && !isResolving ? <WaitingChange request={payout.changeRequest} /> : null}
      {isInDoubt(payout) && mayResolve && !isResolving ? (
        <p className={css.next}>
          <Button
            tone="primary"
            onClick={() => {
              showResolution(true);
            }}
          >
            {text('resolution.find')}
          </Button>
        </p>
      ) : null}
      {isResolving ? (
        <Resolution
          payout={payout}
          onDone={shown.reload}
          onHide={() => {
            showResolution(false);
          }}
        />
      ) : null}
      <div className={css.grid}>
        <div className={css.stack}>
          <Panel title={text('payout.details')}>
            <Details payout={payout} />
            <div className={css.actions}>
              <CopyButton value={id} word={text('detail.copyId')} />
              <Link to="/payouts/$id/receipt" params={{ id }}>
                {text('receipt.receipt')}
              </Link>
            </div>
          </Panel>
          <Recipient payout={payout} />
          <ProviderDetails details={payout.providerDetails} />
        </div>
        <div className={css.stack}>
          <PayoutRepeats payout={payout} />
          <Approvals payout={payout} />
          <ContentChanges payout={payout} />
          <PossibleDuplicates payout={payout} />
          <Timeline payout={payout} />
        </div>
        <div className={css.stack}>
          <Attempts payout={payout} />
          <Evidence payout={payout} />
          <Related type="PAYOUT" id={id} />
        </div>
      </div>
    </>
  );
}

function Details({ payout }: { readonly payout: Payout }): ReactElement {
  const text = useText();
  return (
    <Facts
      facts={[
        [text('payout.id'), payout.id],
        [text('payout.externalId'), payout.externalId],
        [text('payout.providerId'), payout.providerPayoutId],
        [text('payout.account'), payout.account.name],
        [text('payout.destination'), payout.destination],
        [text('payout.paymentType'), payout.paymentType],
        [text('payout.createdBy'), actorWords(payout.createdBy)],
        [text('payout.created'), <ExactTime key="created" at={payout.createdAt} />],
        [text('payout.completed'), payout.completedAt && <ExactTime key="completed" at={payout.completedAt} />],
        [text('payout.note'), payout.note],
        [text('payout.reference'), payout.reference],
        [text('payout.declineReason'), payout.declineReason],
      ]}
    />
  );
}
