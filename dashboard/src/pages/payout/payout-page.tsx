import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
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
import { actionOf } from './action-button.js';
import { ContentChanges } from './content-changes.js';
import { Approvals, Attempts, Evidence, PossibleDuplicates, Timeline } from './payout-history.js';
import { PayoutActions } from './payout-actions.js';
import css from '../../design/detail.module.css';
import { PageTitle } from '../../design/page-title.js';
import type { Payout } from './payout-documents.js';
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
  const { externalId, id, status, amount, currency, problem, waitingFor, statusMessage } = payout;
  // A payout's problem often equals the message of what it waits for.
  const messages = new Set([problem, ...waitingFor.map(({ message }) => message), statusMessage]);
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('payout.title', { id: externalId ?? id })}</PageTitle>
        <PayoutStatusCell status={status} waitingFor={waitingFor} />
        <span className={css.amount}>{formatAmount(amount, currency)}</span>
        <PayoutActions payout={payout} reload={shown.reload} />
      </div>
      {[...messages].map((message) =>
        message ? (
          <p key={message} className={css.warning}>
            {message}
          </p>
        ) : null,
      )}
      {payout.changeRequest ? <WaitingChange request={payout.changeRequest} /> : null}
      {actionOf(payout, 'BIND')?.isAllowed === true && !payout.changeRequest ? (
        <p className={css.next}>
          <Link to="/unconfirmed/$id" params={{ id }}>
            {text('payout.bind')}
          </Link>
        </p>
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
