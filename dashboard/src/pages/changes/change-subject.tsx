import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading } from '../../design/notice.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { CHANGED_ORDER, CHANGED_PAYOUT, type ShownChangeRequest } from './changes-documents.js';

interface AboutProps {
  readonly request: ShownChangeRequest;
}

/** Names the subject of a change, with a link if it has a page. */
export function ChangeSubject({ request: { kind, subject } }: AboutProps): ReactElement {
  const text = useText();
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
    case 'PAYOUT_GATE':
      return <>{text('gate.title')}</>;
    case 'RECIPIENT_READINGS':
      return <>{text('change.kind.RECIPIENT_READINGS')}</>;
    case 'API_KEY':
    case 'PAYOUT_LIMIT':
    case 'PAYOUT_POLICY':
      return <>{subject}</>;
  }
}

/** Shows the payout or order that a change is about, for the second person to compare before they confirm. */
export function ChangedThing({ request: { kind, subject } }: AboutProps): ReactElement | null {
  if (kind === 'UNCONFIRMED_PAYOUT') return <ChangedPayout id={subject} />;
  if (kind === 'UNCONFIRMED_ORDER') return <ChangedOrder id={subject} />;
  return null;
}

function ChangedPayout({ id }: { readonly id: string }): ReactElement | null {
  const text = useText();
  const [{ data, error }, readAgain] = useQuery({ query: CHANGED_PAYOUT, variables: { id } });
  const payout = data?.payout;
  if (data && !payout) return null;
  if (!payout) return error ? <FailureNotice failure={failureOf(error)} onRetry={readAgain} /> : <Loading />;
  return (
    <Facts
      facts={[
        [text('payout.amount'), formatAmount(payout.amount, payout.currency)],
        [text('payout.recipient'), payout.recipient.requisites],
        [text('payout.destination'), payout.destination],
        [text('payout.externalId'), payout.externalId],
      ]}
    />
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
