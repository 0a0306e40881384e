import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { ProposedPayment } from '../resolution/proposed-payment.js';
import { CHANGED_ORDER, CHANGED_PAYOUT, type ShownChangeRequest } from './changes-documents.js';

interface AboutProps {
  readonly request: ShownChangeRequest;
}

/** Links to the page of a change's subject; null if the effect says all about it. */
export function subjectLink({ kind, subject }: ShownChangeRequest): ReactElement | null {
  const params = { id: subject };
  switch (kind) {
    case 'UNCONFIRMED_PAYOUT':
      return (
        <Link to="/payouts/$id" params={params}>
          {subject}
        </Link>
      );
    case 'UNCONFIRMED_ORDER':
      return (
        <Link to="/orders/$id" params={params}>
          {subject}
        </Link>
      );
    case 'LOST_PAYMENT':
      return (
        <Link to="/discrepancies/$id" params={params}>
          {subject}
        </Link>
      );
    case 'PERSON':
      return (
        <Link to="/people/$id" params={params}>
          {subject}
        </Link>
      );
    case 'API_KEY':
    case 'PAYOUT_GATE':
    case 'PAYOUT_LIMIT':
    case 'PAYOUT_POLICY':
    case 'RECIPIENT_READINGS':
      return null;
  }
}

/** Shows the payout or order that a change is about, for the second person to compare before they confirm. */
export function ChangedThing({ request: { kind, subject, content } }: AboutProps): ReactElement | null {
  const providerPayoutId = content.find(({ name }) => name === 'providerPayoutId')?.value ?? null;
  if (kind === 'UNCONFIRMED_PAYOUT') return <ChangedPayout id={subject} providerPayoutId={providerPayoutId} />;
  if (kind === 'UNCONFIRMED_ORDER') return <ChangedOrder id={subject} />;
  return null;
}

interface ChangedPayoutProps {
  readonly id: string;
  /** The payment that was proposed as this payout; null for another proposal. */
  readonly providerPayoutId: string | null;
}

function ChangedPayout({ id, providerPayoutId }: ChangedPayoutProps): ReactElement | null {
  const text = useText();
  const mayCheck = useHolds('payouts:resolve');
  const [{ data, error }, readAgain] = useQuery({ query: CHANGED_PAYOUT, variables: { id } });
  const payout = data?.payout;
  if (data && !payout) return null;
  if (!payout) return error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : <Loading />;
  return (
    <>
      <Facts
        facts={[
          [text('payout.amount'), formatAmount(payout.amount, payout.currency)],
          [text('payout.recipient'), payout.recipient.requisites],
          [text('payout.destination'), payout.destination],
          [text('payout.externalId'), payout.externalId],
        ]}
      />
      {providerPayoutId !== null && mayCheck ? (
        <ProposedPayment payout={{ id, ...payout }} providerPayoutId={providerPayoutId} />
      ) : null}
    </>
  );
}

function ChangedOrder({ id }: { readonly id: string }): ReactElement | null {
  const text = useText();
  const [{ data, error }, readAgain] = useQuery({ query: CHANGED_ORDER, variables: { id } });
  const order = data?.order;
  if (data && !order) return null;
  if (!order) return error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : <Loading />;
  return (
    <Facts
      facts={[
        [text('order.amount'), formatAmount(order.amount, order.currency ?? '')],
        [text('order.created'), <ExactTime key="created" at={order.createdAt} />],
      ]}
    />
  );
}
