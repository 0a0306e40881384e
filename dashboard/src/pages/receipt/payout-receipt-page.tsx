import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { FailureNotice, Loading } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { usePayout } from '../payout/use-payout.js';
import { PAYOUT_TONES, type PayoutStatus } from '../payouts/payout-status.js';
import { Receipt } from './receipt.js';
import { useSeal } from './use-seal.js';

/** The receipt of a payout. Its recipient is masked. */
export function PayoutReceiptPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/payouts/$id/receipt' });
  const text = useText();
  const { payout, failure, isLoading, reload } = usePayout(id);
  const seal = useSeal(id);
  if (!payout) {
    return (
      <>
        <PageTitle>{text('receipt.receipt')}</PageTitle>
        {failure ? <FailureNotice failure={failure} onRetry={reload} /> : null}
        {isLoading ? <Loading /> : null}
        {failure || isLoading ? null : <p>{text('payout.unknownId', { id })}</p>}
      </>
    );
  }
  const { status, externalId, amount, currency, recipient, completedAt, timeline, approvals } = payout;
  const name = externalId ?? id;
  return (
    <Receipt
      title={text('receipt.payout', { id: name })}
      status={<Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />}
      amount={formatAmount(amount, currency)}
      facts={[
        [text('payout.id'), id],
        [text('payout.providerId'), payout.providerPayoutId],
        [text('payout.account'), payout.account.name],
        [text('payout.destination'), payout.destination],
        [text('payout.recipient'), recipient.name],
        [text('recipient.requisites'), recipient.requisites],
        [text('recipient.bankName'), recipient.bankName],
        [text('payout.note'), payout.note],
        [text('payout.createdBy'), actorWords(payout.createdBy)],
        [text('payout.created'), <ExactTime key="created" at={payout.createdAt} />],
        [text('payout.completed'), completedAt && <ExactTime key="completed" at={completedAt} />],
        [text('receipt.contentHash'), payout.contentHash],
        ...seal,
      ]}
      parts={[
        {
          title: text('payout.approvals'),
          empty: text('receipt.noApprovals'),
          steps: approvals
            .filter(({ voidedAt }) => voidedAt === null)
            .map(({ approvedAt, approvedBy }) => (
              <li key={approvedAt}>
                <ExactTime at={approvedAt} /> {actorWords(approvedBy)}
              </li>
            )),
        },
        {
          title: text('payout.timeline'),
          empty: '',
          steps: timeline.map(({ cursor, to, cause, occurredAt }) => (
            <li key={cursor}>
              <ExactTime at={occurredAt} /> {text(`payout.status.${to as PayoutStatus}`)}, {text(`cause.${cause}`)}
            </li>
          )),
        },
      ]}
      back={
        <Link to="/payouts/$id" params={{ id }}>
          {text('payout.title', { id: name })}
        </Link>
      }
    />
  );
}
